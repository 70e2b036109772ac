import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VersionedTransaction } from '@solana/web3.js'
import { build } from 'esbuild'
import { key } from './chain.mjs'
import { HOT_TREE, preparedHotSandbox } from './hot-loop.mjs'
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
const programs = await resolvePrograms({ compression, lightSystem, token })

/** `rent`: lamports of an account on the chain for two epochs, since a boundary of epochs falls elsewhere in each round. */
const LOOPS = [
  { name: 'loop', prepared: preparedSandbox, trees: V2_TREES, rent: 0 },
  { name: 'hot-loop', prepared: preparedHotSandbox, trees: [HOT_TREE], rent: 2 * 400 },
]

/** Wallets may differ by `rent`. */
function isSame(played, found, rent) {
  if (!played || !found.exists) return !played && !found.exists
  const differs = Math.abs(Number(played.lamports - found.lamports))
  return played.owner === found.owner && played.data.equals(found.data) && differs <= (played.data.length ? 0 : rent)
}

for (const { name, prepared, trees, rent } of LOOPS) {
  const recording = openLoopRecording(join(RECORDINGS, `${name}.recording`))
  const states = openAccountStates(join(RECORDINGS, 'states.recording'), recording)
  const loop = openLoop(recording, programs)
  for (const round of ROUNDS)
    await checkRound({ name, recording, states, loop, trees, rent }, round, (await prepared()).sandbox)
}

async function checkRound({ name, recording, states, loop, trees, rent }, round, { chain }) {
  for (const info of trees) {
    const counted = (what) => {
      const counter = recording.counters.find((of) => of.tree === info.tree.toBase58() && of.what === what)
      return counter.before + round * counter.each
    }
    chain.countFrom(info, { outputs: counted('outputs'), inputs: counted('inputs') })
  }
  // Wallets are filled up; what has data goes on as the round before left it.
  const begin = recording.firstSlot + round * recording.roundSlots
  for (const address of round === 0 ? [] : [...chain.states.byAddress.keys()]) {
    const { owner, data } = states.at(address, begin - 1)
    if (data.length > 0) chain.put(key(address), key(owner), data)
  }
  const messages = loop.scenes.map(
    ({ line }) => VersionedTransaction.deserialize(Buffer.from(line.wire, 'hex')).message,
  )
  const keys = messages.flatMap(({ staticAccountKeys }) => staticAccountKeys.map(String))
  const addresses = [...new Set([...chain.states.byAddress.keys(), ...keys])].filter((of) => states.isRecorded(of))
  let sameLogs = 0
  for (const [index, scene] of loop.scenes.entries()) {
    chain.goTo(scene.line.slot + round * recording.roundSlots)
    const closing = closingIn(messages[index])
    if (closing) chain.endRent(...closing)
    const { transaction, meta } = transactionOfRound(loop, round, scene)
    const real = chain.replay(Buffer.from(transaction[0], 'base64'))
    if (real.failed !== (meta.err !== null)) throw new Error(`${name} ${round}: ${real.logs.join('\n')}`)
    const played = meta.innerInstructions.flatMap(({ instructions }) =>
      instructions.map(({ data }) => decodeBase58Data(data)),
    )
    const same = played.length === real.data.length && played.every((data, index) => real.data[index].equals(data))
    if (!same) throw new Error(`${name} ${round}: the programs do something else at slot ${chain.slot}`)
    if (loop.scenes[index + 1]?.line.slot !== scene.line.slot) {
      const other = addresses.find((address) => !isSame(states.at(address, chain.slot), chain.peek(address), rent))
      if (other) throw new Error(`${name} ${round}: ${other} is something else at slot ${chain.slot}`)
    }
    if (real.logs.join('\n') === meta.logMessages.join('\n')) sameLogs++
  }
  console.log(`${name} ${round}: ${loop.scenes.length} transactions as played, ${sameLogs} of them with the same logs`)
}

/** The account that a transaction closes before its rent has run out, and who closes it: hot-instructions.mjs. */
function closingIn({ staticAccountKeys, compiledInstructions }) {
  const call = compiledInstructions.find(({ data }) => data[0] === 101 && data[14] === 2)
  if (!call) return null
  const [account, authority] = [10, 9].map((at) => staticAccountKeys[call.accountKeyIndexes[at]])
  return [account, authority]
}
