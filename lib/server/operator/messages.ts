export interface OperatorTask {
  task: 'operator'
  port: number
  host: string
  allowedHosts: string[]
  notes: boolean
}

/** Sent by the main thread while its event loop runs. */
export interface Heartbeat {
  readyz: { status: number; body: string }
}

export const REPORTS = ['/metrics', '/debug', '/debug.json'] as const

export type ReportPath = (typeof REPORTS)[number]

export const NOTE_PATHS = ['/maintenance', '/acknowledge', '/incident-note', '/test-alert'] as const

export interface NoteRequest {
  method: string
  path: (typeof NOTE_PATHS)[number]
  query: string
  authorization: string | null
  body: string
}

export interface MainAnswer {
  id: number
  text: string | null
  contentType: string
  status?: number
  headers?: Record<string, string>
}

export type MessageToThread = Heartbeat | MainAnswer
export type MessageFromThread =
  | { listening: number }
  | { failed: string }
  | { id: number; report: ReportPath }
  | { id: number; note: NoteRequest }
