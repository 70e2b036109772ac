import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { GUESTS } from './loop-segment.mjs'
import { PROGRAMS, V2_TREES } from './programs.mjs'
import { preparedSandbox } from './record-loop.mjs'

/*
 * Runs rounds of the loop, as they are played, on the real programs: they must do exactly what the player says that they
 * did, byte for byte. `npm run check-loop`, after `npm ci` here and in the repository.
 */

const ROUNDS = [0, 1, 95, 1000]

const ROOT = join(import.meta.dirname, '../../..')
const LEDGER = join(ROOT, 'lib', 'indexer', 'ledger')

/** The player, as the indexer has it. */
const PLAYER = `
  export { openLoopRecording } from '${join(LEDGER, 'loop', 'loop-recording')}'
  export { openLoop, playedTransaction } from '${join(LEDGER, 'loop', 'round')}'
  export { programsOf } from '${join(ROOT, 'lib', 'light', 'programs')}'
  export { base58Data } from '${join(ROOT, 'lib', 'light', 'base58-data')}'
`

async function player() {
  const folder = mkdtempSync(join(tmpdir(), 'leafscan-player-'))
  const outfile = join(folder, 'player.mjs')
  try {
    await build({
      stdin: { contents: PLAYER, resolveDir: ROOT, loader: 'ts' },
      ...{ outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' },
    })
    return await import(outfile)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const { base58Data, openLoop, openLoopRecording, playedTransaction, programsOf } = await player()
const [compression, lightSystem, token] = PROGRAMS.map(({ address }) => address)
const recording = openLoopRecording(join(import.meta.dirname, '../../indexer/sandbox/recording/loop.recording'))
const loop = openLoop(recording, await programsOf({ compression, lightSystem, token }))

for (const round of ROUNDS) {
  const { sandbox } = await preparedSandbox()
  const { chain } = sandbox
  for (const name of [...GUESTS, ...GUESTS.map((guest) => `${guest} at home`), 'courier', 'harbor inn'])
    sandbox.wallet(name)
  for (const info of V2_TREES) {
    const counted = (what) => {
      const counter = recording.counters.find((of) => of.tree === info.tree.toBase58() && of.what === what)
      return counter.before + round * counter.each
    }
    chain.countFrom(info, { outputs: counted('outputs'), inputs: counted('inputs') })
  }
  let sameLogs = 0
  for (const scene of loop.scenes) {
    chain.goTo(scene.line.slot + round * recording.roundSlots)
    const { transaction, meta } = playedTransaction(loop, round, scene)
    const real = chain.replay(Buffer.from(transaction[0], 'base64'))
    if (real.failed !== (meta.err !== null)) throw new Error(`round ${round}: ${real.logs.join('\n')}`)
    const played = meta.innerInstructions.flatMap(({ instructions }) =>
      instructions.map(({ data }) => base58Data(data)),
    )
    const same = played.length === real.data.length && played.every((data, index) => real.data[index].equals(data))
    if (!same) throw new Error(`round ${round}: the programs do something else at slot ${chain.slot}`)
    if (real.logs.join('\n') === meta.logMessages.join('\n')) sameLogs++
  }
  console.log(`round ${round}: ${loop.scenes.length} transactions as played, ${sameLogs} of them with the same logs`)
}
