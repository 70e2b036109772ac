import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { resolvePrograms } from '@/lib/protocol/light/programs'
import { describeStores } from '@/lib/testing/indexer/stores'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { logOfTest } from '@/lib/testing/log-of-test'
import { followingOfTest } from '@/lib/testing/node/following'
import type { MadeChain } from '@/lib/testing/node/made-chain'
import type { NodeStandIn } from '@/lib/testing/node/stand-in'
import { nodeOfTest } from '@/lib/testing/of-test'
import { photonNames, readPhotonAnswers, readRecording } from '@/lib/testing/recordings/files'
import { chainOfPhoton, showTrees } from '@/lib/testing/recordings/photon-chain'
import { type AskText, DIFFERENCES, expectedOf } from '@/lib/testing/recordings/photon-differences'
import type { PhotonAnswers } from '@/lib/testing/recordings/recording'
import { indexerAt } from '@/lib/testing/recordings/replay'
import { SUITE } from '@/lib/testing/suite'
import { startServer } from './server/server'
import type { Store } from './store/store'

/* Answers must equal those of the real Photon to the last character; exceptions and their reasons: docs/spec/photon.md. */

logOfTest()

interface Follower {
  reach(slot: number): Promise<void>
  ask(method: string, params?: string): Promise<{ status: number | undefined; body: string }>
}

async function follower(answers: PhotonAnswers, chain: MadeChain, node: NodeStandIn, store: Store): Promise<Follower> {
  const { recording, today, compressionProgram } = answers
  const ids = {
    ...PROGRAM_IDS,
    ...(!today && readRecording(recording).programIds),
    ...(compressionProgram && { compression: compressionProgram }),
  }
  const programs = await resolvePrograms(ids)
  showTrees(node, chain, programs)
  node.serve(chain.slice(0, 1))
  const options = { startSlot: chain[0]?.slot ?? 0, compressionProgram: ids.compression }
  const following = await followingOfTest([node], options, store, programs)
  const service = { store, chain: { tip: () => following.ledger.tip(), maxLagSlots: 20 }, count: () => undefined }
  const server = await startServer(service, { host: '127.0.0.1', port: 0, metrics: () => '' })
  onTestFinished(() => server.close())
  const { post } = indexerAt(server.port)
  return {
    async reach(slot) {
      const reached = chain.filter((block) => block.slot <= slot)
      node.serve(reached)
      await following.reached(reached)
    },
    ask: (method, params) => post(method, params),
  }
}

/** Recordings with today's programs run in the slow tests, on PostgreSQL. */
const names = photonNames().filter((name) => SUITE !== 'quick' || !name.endsWith('@today'))

const met = new Set<string>()

describeStores('the chain of Photon', 'in the gate', ({ newStore }) => {
  it.each(names)('%s: every answer is the same, or differs as it is written down', async (name) => {
    const answers = readPhotonAnswers(name)
    const chain = chainOfPhoton(answers, readRecording(answers.recording))
    const node = await nodeOfTest()
    const { reach, ask } = await follower(answers, chain, node, await newStore())
    const bodyOf: AskText = async (method, params) => (await ask(method, params)).body
    const ascending = answers.cases.toSorted((a, b) => a.after - b.after)
    for (const given of ascending) {
      await reach(given.after)
      const { body, difference } = expectedOf(given)
      const request = `${given.method} ${given.params ?? ''} after slot ${given.after}`
      expect(await ask(given.method, given.params), request).toEqual({ status: given.status, body })
      await difference?.check?.(given, bodyOf)
      if (difference) met.add(difference.name)
    }
    expect(ascending.length).toBeGreaterThan(100)
  })

  it('differs in every way that is written down', () => {
    expect([...met].sort()).toEqual(DIFFERENCES.map(({ name }) => name).sort())
  })
})

describe('the table of differences from Photon', () => {
  const table = fs.readFileSync(path.join(import.meta.dirname, '../../docs/spec/photon.md'), 'utf8')
  const rows = [...table.matchAll(/^\| (.+?) \| .+ \| `(.+?)`: (.+?) \|$/gm)].map(
    ([, name = '', file = '', test = '']) => ({
      name,
      file,
      test,
    }),
  )

  it('has each that the answers show', () => {
    const names = rows.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name } of DIFFERENCES) expect(names).toContain(name)
  })

  it.each(rows)('$name: names a test that there is', ({ file, test }) => {
    expect(fs.readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')).toContain(test)
  })
})
