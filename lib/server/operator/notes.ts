import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { clock } from '../../platform/clock'
import { log } from '../../platform/log'
import { announcer } from '../../status/alerts/alerts'
import { sendTestAlert } from '../../status/alerts/test-alert'
import { ALL_NETWORKS } from '../../status/all-networks'
import { currentAcknowledgement, forgetNotes } from '../../status/health/operator-notes'
import { statusNow } from '../../status/health/probe'
import type { NoteKind } from '../../status/history/contract'
import { type HistoryDatabase, isHistoryError } from '../../status/history/database'
import { history } from '../../status/history/history'
import { incidentId, readIncidentId } from '../../status/history/incident-id'
import { endNote, insertNote, removeNote, type StoredNote } from '../../status/history/notes'
import { lookUpIncident } from '../../status/incident-api'
import { configuration, networkNamed, networkNames } from '../../upstream/networks/networks'
import type { NoteRequest } from './messages'

/*
 * Maintenance windows, acknowledgements and notes of incidents, on the metrics port only, with OPERATOR_TOKEN. docs/on-call.md, "Maintenance and
 * acknowledgement".
 */

export interface NoteAnswer {
  status: number
  text: string
  headers?: Record<string, string>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Limits in milliseconds: a window's length, how far ahead and how far back it may begin. */
const MAX_WINDOW_MS = 7 * DAY_MS
const AHEAD_MS = 30 * DAY_MS
const BACK_MS = HOUR_MS

const LISTED_MS = 90 * DAY_MS
const LISTED = 200

const note = z.string().trim().min(1).max(500)
const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

const WINDOW = z
  .strictObject({
    network: z.string(),
    from: moment.optional(),
    to: moment.optional(),
    minutes: z.number().positive().optional(),
    note,
  })
  .refine(({ to, minutes }) => (to === undefined) !== (minutes === undefined), {
    error: 'give either to or minutes',
    path: ['to'],
  })

const INCIDENT_NOTE = z.strictObject({ id: z.string(), note: z.string().trim().min(1).max(2_000) })

const MAX_NOTES_PER_INCIDENT = 50

const ACKNOWLEDGEMENT = z.strictObject({ network: z.string(), note })

class Refused extends Error {
  override readonly name = 'Refused'

  constructor(
    readonly status: number,
    message: string,
    readonly headers?: Record<string, string>,
  ) {
    super(message)
  }
}

function isRefused(error: unknown): error is Refused {
  return error instanceof Error && error.name === 'Refused'
}

const KINDS: Partial<Record<NoteRequest['path'], NoteKind>> = {
  '/acknowledge': 'acknowledgement',
  '/incident-note': 'note',
}

/** null: not found, since OPERATOR_TOKEN is not set. */
export function answerNotes(request: NoteRequest): NoteAnswer | null {
  const token = configuration().operatorToken
  if (token === null) return null
  try {
    if (!isToken(request.authorization, token)) return unauthorized()
    return answer(KINDS[request.path] ?? 'maintenance', request)
  } catch (error) {
    if (isRefused(error)) return json(error.status, { error: error.message }, error.headers)
    if (isHistoryError(error)) return json(503, { error: error.message })
    throw error
  }
}

/** null: not found, since OPERATOR_TOKEN is not set. */
export async function answerTestAlert({ method, authorization }: NoteRequest): Promise<NoteAnswer | null> {
  const token = configuration().operatorToken
  if (token === null) return null
  if (!isToken(authorization, token)) return unauthorized()
  if (method !== 'POST') return json(405, { error: 'Use POST.' }, { allow: 'POST' })
  const results = await sendTestAlert()
  if (!results) return json(409, { error: 'ALERT_WEBHOOK is not set: there is nothing to test.' })
  return json(results.every(({ delivered }) => delivered) ? 200 : 502, { results })
}

function unauthorized(): NoteAnswer {
  const error = 'Send the header Authorization: Bearer <OPERATOR_TOKEN>.'
  return json(401, { error }, { 'www-authenticate': 'Bearer' })
}

function answer(kind: NoteKind, { method, query, body }: NoteRequest): NoteAnswer {
  switch (method) {
    case 'GET':
      return json(200, { [listName(kind)]: listed(kind).map(shown) })
    case 'POST': {
      const made = MAKE[kind](body)
      return json(201, { [listName(kind)]: made.map(shown) })
    }
    case 'DELETE':
      return json(200, { [listName(kind)]: [shown(end(kind, query))] })
    default:
      throw new Refused(405, 'Use GET, POST or DELETE.', { allow: 'GET, POST, DELETE' })
  }
}

const MAKE = { maintenance: openWindow, acknowledgement: acknowledge, note: addNote }

const LIST_NAMES = { maintenance: 'windows', acknowledgement: 'acknowledgements', note: 'notes' }
const listName = (kind: NoteKind) => LIST_NAMES[kind]

function listed(kind: NoteKind): StoredNote[] {
  return history().notes(kind, clock().wall() - LISTED_MS, LISTED)
}

function openWindow(body: string): StoredNote[] {
  const nowMs = clock().wall()
  const { network, from = nowMs, to, minutes = 0, note } = read(WINDOW, body)
  const window = { fromMs: from, toMs: to ?? Math.round(from + minutes * 60_000) }
  if (window.toMs <= Math.max(window.fromMs, nowMs)) throw new Refused(400, 'to: must lie after from, and ahead')
  if (window.toMs - window.fromMs > MAX_WINDOW_MS) throw new Refused(400, 'to: a window lasts seven days at the most')
  if (window.fromMs < nowMs - BACK_MS) throw new Refused(400, 'from: must not lie more than an hour back')
  if (window.fromMs > nowMs + AHEAD_MS) throw new Refused(400, 'from: must not lie more than 30 days ahead')
  const names = namesOf(network)
  const made = write((db) =>
    insertNote(db, {
      network: network === ALL_NETWORKS ? null : network,
      kind: 'maintenance',
      ...window,
      note,
      createdMs: nowMs,
    }),
  )
  log('info', 'maintenance window', { upstreams: names, from: iso(window.fromMs), to: iso(window.toMs) })
  announcer().current?.follow()
  return [made]
}

function acknowledge(body: string): StoredNote[] {
  const nowMs = clock().wall()
  const { network, note } = read(ACKNOWLEDGEMENT, body)
  const statuses = namesOf(network).flatMap((name) => {
    const found = networkNamed(name)
    return found ? [statusNow(found)] : []
  })
  const incidents = statuses.filter(({ verdict, since }) => verdict !== 'ok' && since !== null)
  if (incidents.length === 0) throw new Refused(409, `${network}: there is no incident to acknowledge`)
  return incidents.map(({ network, since }) => {
    const fromMs = Math.min(nowMs, Date.parse(since ?? ''))
    const made = write((db) =>
      insertNote(db, { network, kind: 'acknowledgement', fromMs, toMs: nowMs, note, createdMs: nowMs }),
    )
    log('info', 'incident acknowledged', { upstream: network })
    const acknowledged = currentAcknowledgement(network)
    if (acknowledged) announcer().current?.acknowledge(network, acknowledged)
    return made
  })
}

/** Of an open or an ended incident. */
function addNote(body: string): StoredNote[] {
  const nowMs = clock().wall()
  const { id, note } = read(INCIDENT_NOTE, body)
  const found = lookUpIncident(id)
  if (!found.ok) throw new Refused(404, `id: ${found.detail}`)
  const { network, notes } = found.incident
  if (notes.filter(({ kind }) => kind === 'note').length >= MAX_NOTES_PER_INCIDENT) {
    throw new Refused(409, `id: this incident has ${MAX_NOTES_PER_INCIDENT} notes, which are all it can have`)
  }
  const fromMs = readIncidentId(id, networkNames())?.firstBeganMs ?? 0
  const made = write((db) => insertNote(db, { network, kind: 'note', fromMs, toMs: nowMs, note, createdMs: nowMs }))
  log('info', 'incident note added', { upstream: network })
  return [made]
}

const ENDED = {
  maintenance: 'maintenance window ended',
  acknowledgement: 'acknowledgement withdrawn',
  note: 'incident note removed',
}

/** Ends a current window, removes a future one, an acknowledgement or a note. */
function end(kind: NoteKind, query: string): StoredNote {
  const nowMs = clock().wall()
  const id = Number(new URLSearchParams(query).get('id') ?? Number.NaN)
  const found = listed(kind).find((note) => note.id === id)
  if (!found) throw new Refused(404, 'id: there is none of this id')
  if (kind === 'maintenance' && found.toMs <= nowMs) throw new Refused(409, 'id: this window is over')
  const isOpen = kind === 'maintenance' && found.fromMs < nowMs
  write((db) => (isOpen ? endNote(db, id, nowMs) : removeNote(db, id)))
  log('info', ENDED[kind], {
    upstreams: found.network === null ? networkNames() : [found.network],
  })
  announcer().current?.follow()
  return isOpen ? { ...found, toMs: nowMs } : found
}

function write<T>(work: (db: HistoryDatabase) => T): T {
  try {
    return history().write(work)
  } finally {
    forgetNotes()
  }
}

function namesOf(network: string): string[] {
  const names = networkNames()
  if (network === ALL_NETWORKS) return names
  if (!names.includes(network)) throw new Refused(400, `network: must be one of ${[...names, ALL_NETWORKS].join(', ')}`)
  return [network]
}

function read<T>(shape: z.ZodType<T>, body: string): T {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new Refused(400, 'the body must be JSON')
  }
  const result = shape.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Refused(400, `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'is malformed'}`)
}

/** Takes constant time, against timing attacks. */
function isToken(authorization: string | null, token: string): boolean {
  const [, given = ''] = /^Bearer +(.+)$/i.exec(authorization ?? '') ?? []
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

function shown({ id, network, kind, fromMs, toMs, note, createdMs }: StoredNote): object {
  const common = { id, network: network ?? ALL_NETWORKS, note }
  if (kind === 'acknowledgement') return { ...common, at: iso(createdMs), incidentSince: iso(fromMs) }
  if (kind === 'note') return { ...common, at: iso(createdMs), incident: incidentId(network ?? '', fromMs) }
  const nowMs = clock().wall()
  return {
    ...common,
    from: iso(fromMs),
    to: iso(toMs),
    open: fromMs <= nowMs && nowMs < toMs,
    createdAt: iso(createdMs),
  }
}

function json(status: number, body: object, headers?: Record<string, string>): NoteAnswer {
  return { status, text: `${JSON.stringify(body)}\n`, ...(headers && { headers }) }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
