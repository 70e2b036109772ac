import { openSandboxFiles, SANDBOX_IDENTITY, type SandboxRounds, sandboxRounds } from '../../ledger/sandbox'
import { genesisHashOf } from '../../store/store'

export type ProvableLeaves =
  /** Contiguous from the first known leaf: a chain is followed block by block from there. */
  | { kind: 'chain' }
  /** Contiguous from leaf 0, except for removed rounds. */
  | { kind: 'sandbox'; rounds: SandboxRounds }
  | { kind: 'nothing'; reason: string }

export function provableLeavesOf(ledger: string): ProvableLeaves {
  if (genesisHashOf(ledger) !== null) return { kind: 'chain' }
  if (!ledger.startsWith(SANDBOX_IDENTITY)) {
    return { kind: 'nothing', reason: 'a folder holds the transactions that somebody put there' }
  }
  const files = openSandboxFiles()
  if (files.identity !== ledger) return { kind: 'nothing', reason: 'it is of another recording of the sandbox' }
  return { kind: 'sandbox', rounds: sandboxRounds(files.loop) }
}
