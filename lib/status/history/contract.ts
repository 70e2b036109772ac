import type { z } from 'zod'
import type * as schema from './schema'

/* Body of GET /api/v1/status/history. Times are ISO 8601 UTC. Time without a check has no sample. */

export const HISTORY_DAYS = 90

export const HISTORY_POINTS = 360
export const MAX_HISTORY_POINTS = 1_000

export type VerdictPeriod = z.output<typeof schema.verdictPeriod>

export type HistoryPoint = z.output<typeof schema.historyPoint>

export type Incident = z.output<typeof schema.incident>

export type OperatorNote = z.output<typeof schema.operatorNote>

export type NoteKind = OperatorNote['kind']

export type StatusHistory = z.output<typeof schema.statusHistory>

export type VerdictChange = z.output<typeof schema.verdictChange>

export type ErrorBudget = z.output<typeof schema.errorBudget>

export type IncidentDocument = z.output<typeof schema.incidentDocument>
