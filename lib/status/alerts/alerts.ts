import 'server-only'
import { clock } from '../../platform/clock'
import { log } from '../../platform/log'
import { once } from '../../platform/once'
import { type AlertWebhook, configuration, networkNamed, networkNames, siteUrl } from '../../upstream/networks/networks'
import { incidentUrl } from '../address'
import { onVerdictChange } from '../health/changes'
import { maintenanceOf, untilNextWindow } from '../health/operator-notes'
import { statusUnread } from '../health/probe'
import { history } from '../history/history'
import { onCallHref } from '../run-book-address'
import type { Notice } from './alert'
import { Announcer } from './announcer'
import { deliverAll, type Tried } from './deliver'
import { composerOf } from './formats/formats'
import { beginningOf, Incidents } from './incidents'
import { signed } from './signature'
import { Webhook } from './webhook'

const TRY_MS = 5_000

export function startAlerts(): void {
  onVerdictChange(({ network, from, to }) => {
    const wrong = to === 'degraded' ? { wrong: whatIsWrong(network) } : {}
    log(to === 'ok' ? 'info' : 'warn', 'verdict', { upstream: network, from, to, ...wrong })
  })
  const target = configuration().alertWebhook
  if (!target) return
  const webhook = new Webhook(senderTo(target, configuration().alertSecret))
  const incidents = new Incidents()
  const made = new Announcer({
    networks: networkNames,
    statusOf(name) {
      const network = networkNamed(name)
      if (!network) throw new Error('a network is gone')
      return statusUnread(network)
    },
    beginningOf: (change) => incidents.beginningOf(change),
    before(network, at) {
      const range = { fromMs: 0, toMs: Date.parse(at), limit: 1 }
      const verdict = history().changes(network, range).at(-1)?.to
      return verdict === undefined
        ? null
        : { verdict, beginning: beginningOf(network, at) ?? { began: at, firstBegan: at } }
    },
    maintenanceOf,
    untilNextWindow,
    link: (change) => incidentUrl(siteUrl(), change.network, change),
    runbook: ({ network, to }) => (to === 'ok' ? null : siteUrl() + onCallHref(network, to)),
    report: (alert) => webhook.report(alert),
  })
  announcer().current = made
  onVerdictChange((change) => made.change(change))
  made.follow()
}

export const announcer = once('announcer', (): { current: Announcer | null } => ({ current: null }))

function whatIsWrong(name: string): string {
  const network = networkNamed(name)
  const { degradations } = network ? statusUnread(network) : { degradations: [] }
  return degradations.map((each) => ('method' in each ? `${each.kind} ${each.method}` : each.kind)).join(', ')
}

function senderTo(target: AlertWebhook, secret: string | null): (notice: Notice) => Promise<Tried> {
  const compose = composerOf(target)
  return (notice) => {
    const requests = compose(notice)
    // Signed per try: the signature includes the time.
    const now = clock().wall()
    return deliverAll(secret === null ? requests : requests.map((request) => signed(request, secret, now)), TRY_MS)
  }
}
