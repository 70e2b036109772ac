import type { MessagePort } from 'node:worker_threads'
import type { ProofRequest, ProofResponse } from './contract'
import { proveRow, warmUpHashes } from './row-proof'

/** A thousand rows take most of a second, which would block the main thread. */
export function serveProofs(main: MessagePort): void {
  warmUpHashes()
  main.on('message', (rows: ProofRequest) => {
    main.postMessage(rows.map(({ row, sliced }) => proveRow(row, sliced)) satisfies ProofResponse)
  })
}
