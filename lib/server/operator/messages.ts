/** What the thread of the operator's port is started with. */
export interface OperatorTask {
  task: 'operator'
  port: number
  host: string
  /** METRICS_ALLOWED_HOSTS. */
  allowedHosts: string[]
  /** True where OPERATOR_TOKEN is set: without it there is nothing to post to. */
  notes: boolean
}

/** From the main thread: that it still gets round to its work, and what it is ready for. */
export interface Beat {
  readyz: { status: number; body: string }
}

/** What only the main thread knows, and writes when it is wanted. */
export const REPORTS = ['/metrics', '/debug', '/debug.json'] as const

/** A path under which such a report is served. */
export type ReportPath = (typeof REPORTS)[number]

/** Where operators post what the main thread stores. */
export const NOTE_PATHS = ['/maintenance', '/acknowledge'] as const

/** A request to one of them. */
export interface NoteRequest {
  method: string
  path: (typeof NOTE_PATHS)[number]
  /** Without its question mark. */
  query: string
  authorization: string | null
  body: string
}

/** An answer of the main thread; its text is null where it could not be written. */
export interface MainAnswer {
  id: number
  text: string | null
  contentType: string
  status?: number
  headers?: Record<string, string>
}

/** What the main thread tells: a beat, or an answer. */
export type ToThread = Beat | MainAnswer
/** What the operator's thread tells the main thread: where it listens, why it cannot, that a report is wanted, or what was posted. */
export type FromThread =
  | { listening: number }
  | { failed: string }
  | { id: number; report: ReportPath }
  | { id: number; note: NoteRequest }
