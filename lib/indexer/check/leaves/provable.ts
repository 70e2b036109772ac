import { openSandboxFiles, SANDBOX_IDENTITY, type SandboxRounds, sandboxRounds } from '../../ledger/sandbox'
import { genesisHashOf } from '../../store/store'

/** What can be proven of the leaf indices in a store: it depends on its ledger. */
export type Provable =
  /** Contiguous from the first leaf that is known: a chain is followed block by block from there. */
  | { kind: 'chain' }
  /** Contiguous from leaf 0, but for the rounds that were removed. */
  | { kind: 'sandbox'; rounds: SandboxRounds }
  /** Nothing, and why. */
  | { kind: 'nothing'; reason: string }

/** What can be proven of a store of this ledger, as the store remembers it. */
export function provableOf(ledger: string): Provable {
  if (genesisHashOf(ledger) !== null) return { kind: 'chain' }
  if (!ledger.startsWith(SANDBOX_IDENTITY)) {
    return { kind: 'nothing', reason: 'a folder holds the transactions that somebody put there' }
  }
  const files = openSandboxFiles()
  if (files.identity !== ledger) return { kind: 'nothing', reason: 'it is of another recording of the sandbox' }
  return { kind: 'sandbox', rounds: sandboxRounds(files.loop) }
}
