/** What the thread of the operator's port is started with. */
export interface OperatorTask {
  task: 'operator'
  port: number
}

/** From the main thread: that it still gets round to its work, and what it is ready for. */
export interface Beat {
  readyz: { status: number; body: string }
}

/** What either thread tells the other. */
export type ToThread = Beat | { id: number; metrics: string | null; contentType: string }
/** What the operator's thread tells the main thread: where it listens, why it cannot, or that metrics are wanted. */
export type FromThread = { listening: number } | { failed: string } | { id: number }
