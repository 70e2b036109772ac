import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { key } from './chain.mjs'
import { PROGRAMS, V2_TREES } from './programs.mjs'
import { preparedSandbox } from './record-loop.mjs'

/*
 * Runs rounds of the loop, as they are played, on the real programs: they must do exactly what the player says that they
 * did, byte for byte, and leave the accounts as account-states.ts says. `npm run check-loop`, after `npm ci` here and in the repository.
 */

const ROUNDS = [0, 1, 95, 1000]

const ROOT = join(import.meta.dirname, '../../..')
const LEDGER = join(ROOT, 'lib', 'indexer', 'ledger')

/** The player, as the indexer has it. */
const PLAYER = `
  export { openAccountStates } from '${join(LEDGER, 'account-states')}'
  export { openLoopRecording } from '${join(LEDGER, 'loop', 'loop-recording')}'
  export { openLoop, transactionOfRound } from '${join(LEDGER, 'loop', 'round')}'
  export { resolvePrograms } from '${join(ROOT, 'lib', 'protocol', 'light', 'programs')}'
  export { decodeBase58Data } from '${join(ROOT, 'lib', 'protocol', 'light', 'base58-data')}'
`

async function player() {
  const folder = mkdtempSync(join(tmpdir(), 'leafscan-player-'))
  const outfile = join(folder, 'player.mjs')
  try {
    await build({
      stdin: { contents: PLAYER, resolveDir: ROOT, loader: 'ts' },
      ...{ outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' },
      tsconfigRaw: { compilerOptions: { paths: { '@/*': [join(ROOT, '*')] } } },
    })
    return await import(outfile)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const { decodeBase58Data, openAccountStates, openLoop, openLoopRecording, resolvePrograms, transactionOfRound } =
  await player()
const [compression, lightSystem, token] = PROGRAMS.map(({ address }) => address)
const RECORDINGS = join(ROOT, 'lib', 'indexer', 'sandbox', 'recording')
const recording = openLoopRecording(join(RECORDINGS, 'loop.recording'))
const states = openAccountStates(join(RECORDINGS, 'states.recording'), recording)
const loop = openLoop(recording, await resolvePrograms({ compression, lightSystem, token }))

const textOf = ({ owner, lamports, data }) => `${owner} ${lamports} ${data.toString('hex')}`

for (const round of ROUNDS) {
  const { sandbox } = await preparedSandbox()
  const { chain } = sandbox
  for (const info of V2_TREES) {
    const counted = (what) => {
      const counter = recording.counters.find((of) => of.tree === info.tree.toBase58() && of.what === what)
      return counter.before + round * counter.each
    }
    chain.countFrom(info, { outputs: counted('outputs'), inputs: counted('inputs') })
  }
  // Wallets are filled up; what has data goes on as the round before left it.
  const begin = recording.firstSlot + round * recording.roundSlots
  const addresses = [...chain.states.byAddress.keys()]
  for (const address of round === 0 ? [] : addresses) {
    const { owner, data } = states.at(address, begin - 1)
    if (data.length > 0) chain.put(key(address), key(owner), data)
  }
  let sameLogs = 0
  for (const [index, scene] of loop.scenes.entries()) {
    chain.goTo(scene.line.slot + round * recording.roundSlots)
    const { transaction, meta } = transactionOfRound(loop, round, scene)
    const real = chain.replay(Buffer.from(transaction[0], 'base64'))
    if (real.failed !== (meta.err !== null)) throw new Error(`round ${round}: ${real.logs.join('\n')}`)
    const played = meta.innerInstructions.flatMap(({ instructions }) =>
      instructions.map(({ data }) => decodeBase58Data(data)),
    )
    const same = played.length === real.data.length && played.every((data, index) => real.data[index].equals(data))
    if (!same) throw new Error(`round ${round}: the programs do something else at slot ${chain.slot}`)
    if (loop.scenes[index + 1]?.line.slot !== scene.line.slot) {
      const other = addresses.find((address) => textOf(states.at(address, chain.slot)) !== textOf(chain.peek(address)))
      if (other) throw new Error(`round ${round}: ${other} is something else at slot ${chain.slot}`)
    }
    if (real.logs.join('\n') === meta.logMessages.join('\n')) sameLogs++
  }
  console.log(`round ${round}: ${loop.scenes.length} transactions as played, ${sameLogs} of them with the same logs`)
}
