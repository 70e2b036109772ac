import 'server-only'
import type { ApiAnswer } from '../api/api-answer'
import { Content } from '../api/content'
import { incidentFileAt } from '../api/incident-path'
import { ProblemError, problem } from '../api/problem'
import { clock } from '../platform/clock'
import { percentDecoded } from '../platform/percent-decoded'
import { stringifyJson } from '../protocol/rpc/json'
import { refuseOtherParams, takeNetwork } from '../upstream/networks/network-param'
import { configuration, networkNames, siteUrl } from '../upstream/networks/networks'
import { incidentHref } from './address'
import { CACHE_CONTROL } from './api'
import type { IncidentDocument } from './history/contract'
import { history } from './history/history'
import { INCIDENT_ID_RULE, readIncidentId } from './history/incident-id'
import { INCIDENT_RETENTION_MS } from './history/retention'
import { incidentMarkdown } from './incident-file'

export type IncidentLookup =
  | { ok: true; incident: IncidentDocument }
  /** `at`: its network, and milliseconds, as far as the id tells. */
  | { ok: false; detail: string; at: { network: string; firstBeganMs: number } | null }

export function lookUpIncident(id: string): IncidentLookup {
  const at = readIncidentId(id, networkNames())
  if (at === null) {
    const detail = `${INCIDENT_ID_RULE} The networks of this explorer are ${networkNames().join(', ')}.`
    return { ok: false, detail, at }
  }
  const incident = history().incident(at.network, at.firstBeganMs, configuration().objective)
  if (incident) return { ok: true, incident }
  const days = INCIDENT_RETENTION_MS / 86_400_000
  const isDropped = at.firstBeganMs < clock().wall() - INCIDENT_RETENTION_MS
  const { reason } = history().open()
  const detail = isDropped
    ? `Its record has been dropped: incidents are kept for ${days} days.`
    : `No incident of ${at.network} with this id is on record here. ${reason === undefined ? INCIDENT_ID_RULE : `Not recording: ${reason}`}`
  return { ok: false, detail, at }
}

/** GET /status/incident/<id>.json and .md. @throws ProblemError `not_found` */
export function answerIncident(path: string, search: URLSearchParams): ApiAnswer {
  takeNetwork(search)
  refuseOtherParams(search, [])
  const file = incidentFileAt(path)
  const id = percentDecoded(file?.id ?? '')
  const found = lookUpIncident(id)
  if (!found.ok) throw new ProblemError(problem('not_found', found.detail))
  const { incident } = found
  const cacheControl = CACHE_CONTROL
  if (file?.format !== 'md') return { content: new Content(stringifyJson(incident)), cacheControl }
  const text = incidentMarkdown(incident, siteUrl() + incidentHref(id))
  return { content: new Content(text), contentType: 'text/markdown; charset=utf-8', cacheControl }
}
