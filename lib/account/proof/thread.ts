import type { MessagePort } from 'node:worker_threads'
import type { ProofRequest, ProofResponse } from './messages'
import { loadHashes, proveRow } from './row-proof'

/** Proves rows in a thread of its own: a thousand of them take it most of a second, and the main thread nothing. */
export function serveProofs(main: MessagePort): void {
  loadHashes()
  main.on('message', (rows: ProofRequest) => {
    main.postMessage(rows.map(({ row, sliced }) => proveRow(row, sliced)) satisfies ProofResponse)
  })
}
