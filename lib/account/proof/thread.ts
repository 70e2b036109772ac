import type { MessagePort } from 'node:worker_threads'
import type { ProofRequest, ProofResponse } from './contract'
import { proveRow, warmUpHashes } from './row-proof'

/** In a thread, because a thousand rows take most of a second. */
export function serveProofs(main: MessagePort): void {
  warmUpHashes()
  main.on('message', (rows: ProofRequest) => {
    main.postMessage(rows.map(({ row, sliced }) => proveRow(row, sliced)) satisfies ProofResponse)
  })
}
