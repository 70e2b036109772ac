import { contentsOf, Totals } from './contents.mjs'
import { randomStream } from './keys.mjs'
import { COURIER, GUESTS, INN, LOOP_MINTS, loopSegment } from './loop-segment.mjs'
import { createNamedMint, mintAccounts, putTokenAccount } from './mints.mjs'
import { LOOP_TREES, movesOf } from './moves.mjs'
import { interleave, nextGap } from './rhythm.mjs'
import { Sandbox } from './sandbox.mjs'
import { writeRecording } from './write-recording.mjs'

/** How long a round may take: about half an hour at 400 ms a slot. */
const ROUND_SLOTS = { least: 4_000, most: 5_000 }

/** Slots from the last transaction of a round to the next round. */
export const SEAM = 12

/** Typical wait between two transactions, in slots. */
const WAIT = 6.8

/** The longest time without a transaction, at the seam of two rounds too: in every minute something happens. */
const MAX_SILENT_SLOTS = 120

/** What the Token-2022 mint of the loop says of itself. */
const HARBOR = { title: 'Harbor Points', symbol: 'HARBOR', uri: 'https://example.invalid/harbor.json' }

/**
 * Records a round of the loop on a chain of its own, with all queues empty, and writes it. Slots count from 1 there.
 * `before`: what the recording that plays first leaves behind.
 */
export async function recordLoop(file, before) {
  const { sandbox, mints } = await preparedSandbox()
  const { chain, book, transactions } = sandbox
  const accounts = mintAccounts(chain, mints)

  const random = randomStream('loop rhythm')
  chain.goTo(before.lastSlot + 8)
  const firstSlot = chain.slot
  const totals = new Totals(chain)
  await interleave(random, loopSegment(sandbox, mints), () => {
    chain.goTo(chain.slot + Math.round(nextGap(random, WAIT)))
    totals.take()
  })

  totals.take({ slot: transactions.at(-1).slot })
  const left = book.live()
  if (left.length > 0) throw new Error(`a round leaves ${left.length} accounts behind`)
  chain.states.checkRound(firstSlot)
  const roundSlots = transactions.at(-1).slot + SEAM - firstSlot
  if (roundSlots < ROUND_SLOTS.least || roundSlots > ROUND_SLOTS.most)
    throw new Error(`a round has ${roundSlots} slots`)
  const slots = [...transactions.map(({ slot }) => slot), transactions[0].slot + roundSlots]
  const silence = Math.max(...slots.slice(1).map((slot, index) => slot - slots[index]))
  if (silence > MAX_SILENT_SLOTS) throw new Error(`nothing happens for ${silence} slots`)

  const counted = countedBy(book)
  const counters = LOOP_TREES.flatMap((tree) =>
    ['outputs', 'inputs'].map((what) => ({
      tree,
      what,
      before: before.counted.get(tree)?.[what] ?? 0,
      each: counted.get(tree)?.[what] ?? 0,
    })),
  )
  const written = writeRecording(
    file,
    transactions.map((transaction) => ({ ...transaction, moves: movesOf(transaction, book) })),
    { firstSlot, roundSlots, counters, seeds: sandbox.seedsOfSigners(), accounts },
  )
  console.log(written, contentsOf(book))
  console.log(`loop: rounds of ${roundSlots} slots from ${firstSlot} on, ${transactions.length} transactions each`)
  console.log(`longest silence: ${silence} slots; outputs left: ${sandbox.v2OutputsLeft()}`)
  return { id: written.id, firstSlot, roundSlots, states: chain.states, totals: totals.taken }
}

/**
 * A chain with all that is there when the loop begins: mints, wallets and their token accounts. What made them is not
 * played.
 */
export async function preparedSandbox() {
  const sandbox = new Sandbox()
  sandbox.chain.goTo(1)
  const mints = {}
  for (const name of LOOP_MINTS) {
    const issuer = sandbox.wallet(`issuer ${name}`)
    mints[name] =
      name === 'harbor' ? await createNamedMint(sandbox, name, issuer, HARBOR) : await sandbox.createMint(name, issuer)
  }
  for (const name of [...GUESTS, ...GUESTS.map((guest) => `${guest} at home`), COURIER, INN]) sandbox.wallet(name)
  for (const mint of Object.values(mints)) {
    for (const name of GUESTS) putTokenAccount(sandbox.chain, mint, sandbox.wallet(name).publicKey)
  }
  sandbox.transactions.length = 0
  return { sandbox, mints }
}

/** Outputs and inputs by tree. */
export function countedBy(book) {
  const counted = new Map()
  for (const { tree, spent } of book.accounts.values()) {
    const of = counted.get(tree) ?? { outputs: 0, inputs: 0 }
    counted.set(tree, { outputs: of.outputs + 1, inputs: of.inputs + (spent ? 1 : 0) })
  }
  return counted
}
