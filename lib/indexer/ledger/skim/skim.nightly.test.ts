import { it } from 'vitest'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { expectSameMeaning } from '@/lib/testing/node/written-block'
import { Skim } from './skim'

it('10,000 blocks mean the same as parsed in full', () => {
  const skimmed = (...chunks: Buffer[]) => {
    const skim = new Skim(PROGRAMS.compression)
    for (const chunk of chunks) skim.push(chunk)
    return skim.end()
  }
  expectSameMeaning(PROGRAMS, skimmed, 10_000)
})
