import { grown, slotsFrom } from '@/lib/testing/node/made-chain'
import { startNode } from '@/lib/testing/node/stand-in'

/*
 * A stand-in of a Solana node with a finished chain, as a process of its own: `node … SLOTS DELAY`, with milliseconds
 * before each block. Every hundredth slot was skipped. It says its URL once it serves. Bundled by follow.mjs.
 */

const [slots = 0, delay = 0] = process.argv.slice(2).map(Number)
const skipped = Array.from({ length: Math.floor(slots / 100) }, (_, i) => (i + 1) * 100 - 50)
const node = await startNode(grown([], { slots: slotsFrom(1, slots, skipped) }))
node.script = ({ slot }) => {
  // Earlier requests are not needed here, and would only fill the memory.
  node.requests.length = 0
  return slot !== null && delay > 0 ? { delay } : null
}
process.on('SIGINT', () => process.exit(0))
console.log(`serving at ${node.url}`)
