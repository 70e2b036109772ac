import { TreeType } from '@lightprotocol/stateless.js'
import { createMintToInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token'
import { totalsOf } from './contents.mjs'
import * as hot from './hot-instructions.mjs'
import { between, keypair, randomStream } from './keys.mjs'
import { createNamedMint, mintAccounts, putTokenAccount } from './mints.mjs'
import { movesOf } from './moves.mjs'
import { V2_TREES } from './programs.mjs'
import { countedBy, SEAM } from './record-loop.mjs'
import { interleave } from './rhythm.mjs'
import { Sandbox } from './sandbox.mjs'
import { writeRecording } from './write-recording.mjs'

/** Pairs of wallets of which each plays a story. */
const PAIRS = [0, 1, 2, 3]

/** Epochs of rent that are paid ahead, as the official client does. */
const RENT_PAYMENT = 16

/** What the first of a pair has in an ordinary token account when a round begins, in whole tokens. */
const POCKET = 1_000n

const BEACON = { title: 'Beacon Credits', symbol: 'BEACON', uri: 'https://example.invalid/beacon.json' }

const sailor = (pair) => `sailor ${pair}`
const mate = (pair) => `mate ${pair}`

/** Closes accounts whose rent has run out. */
const KEEPER = 'harbor keeper'

/** The fifth batched tree once more, with queues that only this loop fills. */
export const HOT_TREE = {
  tree: keypair('hot tree').publicKey,
  queue: keypair('hot queue').publicKey,
  treeType: TreeType.StateV2,
  nextTreeInfo: null,
}

/**
 * Records a round of token accounts on the chain, beside the first loop and in rounds of the same slots, on a chain of its
 * own. `totals` of the first loop's chain become those of both. A round leaves nothing behind: no compressed account, and no
 * Light token account on the chain.
 */
export async function recordHotLoop(file, { firstSlot, roundSlots, totals }) {
  const { sandbox, mints } = await preparedHotSandbox()
  const { chain, book, transactions } = sandbox
  const accounts = mintAccounts(chain, mints)
  const random = randomStream('hot rhythm')
  const stories = PAIRS.map((pair) => story(sandbox, Object.values(mints)[pair % 2], pair))
  const wait = (roundSlots - SEAM) / stories.flat().length
  chain.goTo(firstSlot)
  const onChain = []
  const addTotals = (upTo) => {
    for (const { slot, mints, lamports } of totals.slice(onChain.length)) {
      if (slot > upTo) return
      const here = totalsOf(chain)
      const both = { ...mints, ...here.mints }
      onChain.push({ slot, mints: both, lamports: String(BigInt(lamports) + BigInt(here.lamports)) })
    }
  }
  await interleave(random, stories, () => {
    chain.goTo(chain.slot + between(random, 1, Math.floor(1.8 * wait)))
    addTotals(chain.slot - 1)
  })
  addTotals(firstSlot + roundSlots)
  if (chain.slot > firstSlot + roundSlots - SEAM) throw new Error(`the hot round ends at ${chain.slot - firstSlot}`)
  if (book.live().length > 0) throw new Error('a hot round leaves compressed accounts behind')
  chain.states.checkRound(firstSlot)
  const counted = countedBy(book).get(HOT_TREE.tree.toBase58())
  const counters = ['outputs', 'inputs'].map((what) => ({
    tree: HOT_TREE.tree.toBase58(),
    what,
    before: 0,
    each: counted[what],
  }))
  const written = writeRecording(
    file,
    transactions.map((transaction) => ({
      ...transaction,
      moves: movesOf(transaction, book, [HOT_TREE.tree.toBase58()]),
    })),
    { firstSlot, roundSlots, counters, seeds: sandbox.seedsOfSigners(), accounts },
  )
  console.log(written, `hot loop: ${transactions.length} transactions in ${chain.slot - firstSlot} slots`)
  return { id: written.id, states: chain.states, totals: onChain }
}

/** What is there when the loop begins: mints, wallets, and ordinary token accounts of which some hold tokens. */
export async function preparedHotSandbox() {
  const sandbox = new Sandbox()
  const { chain } = sandbox
  chain.goTo(1)
  chain.copyTree(V2_TREES[4], HOT_TREE)
  const issuer = (name) => sandbox.wallet(`issuer ${name}`)
  const mints = {
    anchor: { ...(await sandbox.createMint('anchor', issuer('anchor'))), decimals: 6 },
    beacon: { ...(await createNamedMint(sandbox, 'beacon', issuer('beacon'), BEACON)), decimals: 9 },
  }
  sandbox.wallet(KEEPER)
  for (const pair of PAIRS) {
    const mint = Object.values(mints)[pair % 2]
    for (const name of [sailor(pair), mate(pair)]) putTokenAccount(chain, mint, sandbox.wallet(name).publicKey)
    const to = splAddress(mint, sandbox.wallet(sailor(pair)))
    const amount = POCKET * 10n ** BigInt(mint.decimals)
    const call = [mint.mint, to, mint.issuer.publicKey, amount, [], mint.tokenProgram]
    chain.send([createMintToInstruction(...call)], [mint.issuer])
  }
  sandbox.transactions.length = 0
  return { sandbox, mints }
}

const splAddress = ({ mint, tokenProgram }, { publicKey }) =>
  getAssociatedTokenAddressSync(mint, publicKey, true, tokenProgram)

/** Tokens go on the chain, to another wallet, into compressed accounts and all the way back. */
function story(sandbox, mint, pair) {
  const random = randomStream(`hot story ${pair}`)
  const [first, second, keeper] = [sandbox.wallet(sailor(pair)), sandbox.wallet(mate(pair)), sandbox.wallet(KEEPER)]
  const token = 10n ** BigInt(mint.decimals)
  const wrapped = BigInt(between(random, 200, 900)) * token + 7n
  const given = wrapped / 3n + BigInt(between(random, 1, 999))
  const part = given / 4n + 1n
  const rest = given - part
  const run = (call, signer) => sandbox.run([call], [signer])
  const create = (who) => () =>
    run(hot.createHot({ owner: who.publicKey, mint: mint.mint, rentPayment: RENT_PAYMENT }), who)
  const close = (who) => () => run(hot.closeHot({ owner: who.publicKey, mint: mint.mint }), who)
  const load = (account) => async () =>
    run(await hot.load({ owner: second.publicKey, mint: mint.mint, tree: HOT_TREE, accounts: [account()] }), second)
  const transfer = (from, to, amount) => () =>
    run(hot.transferHot({ owner: from.publicKey, to: to.publicKey, mint: mint.mint, amount }), from)
  const { decimals } = mint
  let [partly, closed] = []
  return [
    create(first),
    () =>
      run(hot.wrap({ owner: first.publicKey, from: splAddress(mint, first), mint, amount: wrapped, decimals }), first),
    create(second),
    transfer(first, second, given),
    () => {
      ;[partly] = run(
        hot.compressPart({ owner: second.publicKey, mint: mint.mint, amount: part, tree: HOT_TREE }),
        second,
      )
    },
    () => {
      sandbox.chain.endRent(hot.hotAddress(second.publicKey, mint.mint)[0], keeper.publicKey)
      const call = {
        authority: keeper.publicKey,
        owner: second.publicKey,
        mint: mint.mint,
        amount: rest,
        tree: HOT_TREE,
      }
      ;[closed] = run(hot.compressAndClose(call), keeper)
    },
    create(second),
    load(() => closed),
    load(() => partly),
    transfer(second, first, given),
    () =>
      run(hot.unwrap({ owner: first.publicKey, to: splAddress(mint, first), mint, amount: wrapped, decimals }), first),
    close(second),
    close(first),
  ]
}
