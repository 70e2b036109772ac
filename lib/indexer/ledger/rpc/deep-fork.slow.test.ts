import { expect, it, vi } from 'vitest'
import { everyRow } from '@/lib/testing/indexer/every-row'
import { followNodes, undisturbed } from '@/lib/testing/node/followed'
import { grown, shortened, slotsFrom } from '@/lib/testing/node/made-chain'
import { startNode } from '@/lib/testing/node/stand-in'
import { JOURNAL_BLOCKS } from '../../store/journal'

/* facts/reliability.md (c) D08. Hundreds of exchanges, one after the other. */

const chain = grown([], { slots: slotsFrom(1, JOURNAL_BLOCKS + 40), filling: () => [] })
const forkOf = (depth: number) => {
  const ancestor = shortened(chain, depth)
  return grown(ancestor, { slots: slotsFrom(ancestor.length + 1, chain.length + 5), fork: 'other', filling: () => [] })
}

it.each([
  ['down to the oldest block of the journal is undone', JOURNAL_BLOCKS - 1, null],
  ['one block deeper ends the following, and changes nothing', JOURNAL_BLOCKS, /^the chain forked below/],
])('a fork %s', async (_, depth, refusal) => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const node = await startNode(forkOf(depth))
  const store = await undisturbed(chain)
  const before = await everyRow(store)
  const live = await followNodes([node], {}, store)
  try {
    if (refusal) {
      await expect(live.done).rejects.toThrow(refusal)
      expect(await everyRow(store)).toEqual(before)
    } else {
      await live.reached(forkOf(depth))
      expect(live.progress.undone).toBe(depth)
      expect((await everyRow(store)).accounts).toEqual((await everyRow(await undisturbed(forkOf(depth)))).accounts)
    }
  } finally {
    await live.stop().catch(() => undefined)
    await node.close()
  }
})
