/* Of /status, for the server alone. */

export const nodeStates = {
  checked: 'On the indexer’s chain.',
  unchecked: 'Not checked yet: no recent transaction of the indexer was found on it.',
  wrong: 'On another chain than the indexer, so not used. Only the operator can fix this.',
}
export const noNode = 'None is configured. With one, Leafscan shows what transactions did and what accounts held.'
export const replacedGenesis = (to: string, from: string) => `Genesis hash ${to}, before ${from}.`

export const budgetLeft = (left: string, share: number) => `Error budget: ${left} left (${share}%)`
export const budgetOverspent = (by: string) => `Error budget overspent by ${by}`
export const budgetRule = (spent: string, allowed: string, objective: number, days: number) =>
  `${spent} of ${allowed} spent · objective ${objective}% over ${days} days · maintenance excluded`

export const monitor = (isAll: boolean, hasOthers: boolean) =>
  `Returns 200 while ${isAll ? 'every network' : 'the indexer'} is ok, else 503. Adds no load on the indexer.${hasOthers ? ' For all networks together: cluster=all.' : ''}`
export const badge = 'Status and slot, for a README or dashboard.'
export const feed = 'One entry per status change.'
export const api = 'Current status. History: /api/v1/status/history'
export const runBook = ': what verdicts and alerts mean, and what to do.'
export const wall = ': verdict, numbers and charts of the last hour for a screen on a wall.'
export const wallOfAll = ': every network on a screen on a wall.'
export const feedOfAll = 'Status changes of all networks'

export const noIncident = 'No such incident'
export const statusThen = 'Status at that time'
export const allIncidents = 'All incidents on record'
