import 'server-only'
import type { AlertWebhook } from '../../../upstream/networks/networks'
import type { Notice } from '../alert'
import type { Outgoing } from '../deliver'
import { discord } from './discord'
import { pagerduty } from './pagerduty'
import { plain } from './plain'
import { slack } from './slack'

const FORMATS: Readonly<Record<AlertWebhook['format'], (url: URL) => (notice: Notice) => Outgoing[]>> = {
  plain,
  slack,
  discord,
  pagerduty,
}

export function composerOf({ endpoint, format }: AlertWebhook): (notice: Notice) => Outgoing[] {
  return endpoint.use(FORMATS[format])
}
