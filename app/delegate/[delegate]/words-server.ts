/* Of the delegate page, for the server alone. */

export const about = 'Token accounts this address can transfer from as a delegate.'
export const noneOf = (mint: string | null) => `Nothing${mint ? ' of this mint' : ''} is delegated to this address`
export const noneText = 'No live token account names it as delegate. Revoked or used up approvals are not listed.'
export const addedInBrowser = 'More than 1,000 token accounts: totals are added up in your browser. '
export const notWhole = 'The indexer did not return the whole list. '
export const needScript = 'Totals need JavaScript. The list below does not.'
