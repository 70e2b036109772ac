/** What the thread of the operator's port is started with. */
export interface OperatorTask {
  task: 'operator'
  port: number
}

/** From the main thread: that it still gets round to its work, and what it is ready for. */
export interface Beat {
  readyz: { status: number; body: string }
}

/** What only the main thread knows, and writes when it is wanted. */
export const REPORTS = ['/metrics', '/debug', '/debug.json'] as const

/** A path under which such a report is served. */
export type ReportPath = (typeof REPORTS)[number]

/** What the main thread tells: a beat, or a report, whose text is null where it could not be written. */
export type ToThread = Beat | { id: number; text: string | null; contentType: string }
/** What the operator's thread tells the main thread: where it listens, why it cannot, or that a report is wanted. */
export type FromThread = { listening: number } | { failed: string } | { id: number; report: ReportPath }
