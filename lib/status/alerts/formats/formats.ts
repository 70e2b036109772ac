import 'server-only'
import type { AlertWebhook } from '../../../upstream/networks/networks'
import type { Notice } from '../alert'
import type { Outgoing } from '../deliver'
import { discord } from './discord'
import { ntfy } from './ntfy'
import { opsgenie } from './opsgenie'
import { pagerduty } from './pagerduty'
import { plain } from './plain'
import { slack } from './slack'

const FORMATS: Readonly<Record<AlertWebhook['format'], (url: URL) => (notice: Notice) => Outgoing[]>> = {
  plain,
  slack,
  discord,
  pagerduty,
  opsgenie,
  ntfy,
}

export function composerOf({ endpoint, format }: AlertWebhook): (notice: Notice) => Outgoing[] {
  return endpoint.use(FORMATS[format])
}
