import { type ChainBlock, GENESIS, headOf, madeBlock } from './forking-chain'
import { randomFrom } from './random'

export type ScriptStep = ({ apply: ChainBlock[] } | { undoTo: number }) & { head: string }

export function forkScript(seed: number): ScriptStep[] {
  const random = randomFrom(seed)
  const below = (end: number) => Math.floor(random() * end)
  const steps: ScriptStep[] = []
  let chain: ChainBlock[] = []
  const head = () => {
    const last = chain.at(-1)
    return last ? headOf(last) : GENESIS
  }
  for (let fork = 0; fork < 12; fork++) {
    const depth = Math.min(chain.length, below(3) === 0 ? below(32) : below(4))
    if (depth > 0) {
      chain = chain.slice(0, -depth)
      steps.push({ undoTo: head().slot, head: head().blockhash })
    }
    for (let batches = 5 + below(15); batches > 0; batches--) {
      const blocks: ChainBlock[] = []
      for (let size = 1 + below(3); size > 0; size--) {
        const block = madeBlock(head(), below(2 ** 31))
        chain.push(block)
        blocks.push(block)
      }
      steps.push({ apply: blocks, head: head().blockhash })
    }
  }
  return steps
}

export function chainAfter(steps: ScriptStep[], count: number): ChainBlock[] {
  let chain: ChainBlock[] = []
  for (const step of steps.slice(0, count)) {
    if ('apply' in step) chain.push(...step.apply)
    else chain = chain.filter(({ slot }) => slot <= step.undoTo)
  }
  return chain
}
