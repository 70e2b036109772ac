import { AddressLookupTableAccount } from '@solana/web3.js'
import {
  address,
  DELEGATED_MINTS,
  DELEGATORS,
  MINT_NAMES,
  severalPeople,
  someAmount,
  someAmounts,
  someLamports,
} from './cast.mjs'
import { between, keypair, oneOf, randomStream } from './keys.mjs'
import { V1_TREES } from './programs.mjs'

const random = randomStream('first stretch')

/** Airdrops of ten accounts each: together the token program's more than 2,500 accounts. */
const AIRDROPS = 260

/** Airdrops of ten to the delegators; every account of them is then delegated. */
const DELEGATION_ROUNDS = 23

/** Of each round, how many delegated accounts stay in a batched tree, where the live segment can spend them. */
const STILL_MOVABLE = 1

/** 2^64 - 1 and 2^63 + 1: the ends that signed or floating numbers lose. */
const HUGE_AMOUNTS = [18_446_744_073_709_551_615n, 9_223_372_036_854_775_809n]

/** Lamports that a float would change, the last one also beyond a signed integer. */
const HUGE_LAMPORTS = [
  9_007_199_254_740_993n,
  9_007_199_254_740_995n,
  123_456_789_012_345_678n,
  9_223_372_036_854_775_809n,
]

/** Stories of the first segment: what a visitor finds. `mints` holds the mints by name. */
export function firstSegment(sandbox, mints) {
  return [
    ...Array.from({ length: AIRDROPS }, () => [airdrop(sandbox, mints)]),
    ...Array.from({ length: DELEGATION_ROUNDS }, (_, round) => delegations(sandbox, mints, round)),
    savings(sandbox, 'saver', 137, 3),
    savings(sandbox, 'collector', 64, 2),
    ...['piggy', 'tip jar', 'treasury', 'rainy day', 'holiday', 'deposit'].map((name, index) =>
      savings(sandbox, name, 3 + 2 * index, 1),
    ),
    escrow(sandbox, mints.coffee),
    frozenWithoutDelegate(sandbox, mints.badge),
    ...[0, 1, 2].map((turn) => regrets(sandbox, mints, turn)),
    ...[0, 1, 2, 3].map((turn) => subscription(sandbox, mints.points, turn)),
    ...[0, 1, 2, 3, 4].map((turn) => gift(sandbox, mints, turn)),
    ...[0, 1, 2].map((turn) => [() => atOnce(sandbox, mints.ticket, turn)]),
    hugeAmounts(sandbox, mints),
    hugeLamports(sandbox),
    ...[0, 1, 2, 3].map((turn) => solJourney(sandbox, turn)),
    lookupTables(sandbox, mints),
    failures(sandbox, mints.song),
    ...Array.from({ length: 12 }, (_, turn) => [() => plainPayment(sandbox, turn)]),
  ]
}

const airdrop = (sandbox, mints) => () =>
  sandbox.mintTo(mints[oneOf(random, MINT_NAMES)], severalPeople(10), someAmounts(10), sandbox.v1Tree(), {
    legacy: random() < 0.2,
  })

/** Ten accounts of one mint to ten of the delegators, each of which then lets the busy delegate move it. */
function delegations(sandbox, mints, round) {
  const mint = mints[DELEGATED_MINTS[round % DELEGATED_MINTS.length]]
  const owners = Array.from({ length: 10 }, (_, index) => DELEGATORS[(round * 7 + index * 3) % DELEGATORS.length])
  let minted = []
  const mintThem = async () => {
    const recipients = owners.map(address)
    minted = await sandbox.mintTo(mint, recipients, someAmounts(10), sandbox.v2Tree(10 + STILL_MOVABLE))
  }
  const approveOne = (owner, index) => async () => {
    const account = minted[index]
    const whole = account.token.amount
    const stays = index < STILL_MOVABLE
    // A part leaves a change account behind, for which a batched tree has no room to spare.
    const amount = !stays && random() < 0.25 ? whole / BigInt(between(random, 2, 5)) : whole
    const tree = stays ? undefined : sandbox.v1Tree()
    const [made] = await sandbox.approve(sandbox.wallet(owner), account, address('busy delegate'), amount, tree)
    if (stays) sandbox.movable.push({ owner, account: made })
  }
  return [mintThem, ...owners.map(approveOne)]
}

/** A wallet that puts away SOL in `count` accounts, up to `most` with one transaction. */
function savings(sandbox, name, count, most) {
  const steps = []
  for (let left = count; left > 0; ) {
    const now = Math.min(left, between(random, 1, most))
    left -= now
    steps.push(() => {
      const amounts = Array.from({ length: now }, someLamports)
      return sandbox.compressSol(sandbox.wallet(name), address(name), amounts, sandbox.v1Tree(), {
        legacy: random() < 0.3,
      })
    })
  }
  return steps
}

/** A delegate of eight accounts, of which the issuer freezes four. */
function escrow(sandbox, mint) {
  const owners = ['tenant 0', 'tenant 1', 'tenant 2', 'tenant 3']
  let minted = []
  const approved = []
  return [
    async () => {
      const recipients = [...owners, ...owners].map(address)
      minted = await sandbox.mintTo(mint, recipients, someAmounts(8), sandbox.v2Tree(8 + 8 + 4))
    },
    ...[...owners, ...owners].map((owner, index) => async () => {
      const account = minted[index]
      const amount = account.token.amount
      approved.push(...(await sandbox.approve(sandbox.wallet(owner), account, address('escrow'), amount)))
    }),
    ...[0, 2, 5, 7].map((index) => () => sandbox.freeze(mint, approved[index])),
  ]
}

/** Three accounts of one wallet, two frozen and one of these thawed again. */
function frozenWithoutDelegate(sandbox, mint) {
  let minted = []
  let frozen = []
  return [
    async () => {
      const recipients = Array.from({ length: 3 }, () => address('grounded'))
      minted = await sandbox.mintTo(mint, recipients, someAmounts(3), sandbox.v2Tree(6))
    },
    ...[0, 1].map((index) => async () => {
      frozen = await sandbox.freeze(mint, minted[index])
    }),
    () => sandbox.thaw(mint, frozen[0]),
  ]
}

/** Approves, and takes it back: the delegate ends with nothing. */
function regrets(sandbox, mints, turn) {
  const owner = DELEGATORS[turn]
  const mint = mints[DELEGATED_MINTS[turn]]
  let account
  return [
    async () => {
      ;[account] = await sandbox.mintTo(mint, [address(owner)], [someAmount()], sandbox.v2Tree(2))
    },
    async () => {
      const amount = account.token.amount
      ;[account] = await sandbox.approve(sandbox.wallet(owner), account, address('dropped delegate'), amount)
      sandbox.notes.revoked = account
    },
    () => sandbox.revoke(sandbox.wallet(owner), account, sandbox.v1Tree()),
  ]
}

/** A delegate that draws a part each time: the rest stays delegated. */
function subscription(sandbox, mint, turn) {
  const owner = `subscriber ${turn}`
  let account
  return [
    async () => {
      ;[account] = await sandbox.mintTo(mint, [address(owner)], [120_000_000n], sandbox.v2Tree(4))
    },
    async () => {
      const amount = 120_000_000n
      ;[account] = await sandbox.approve(sandbox.wallet(owner), account, address('subscription'), amount)
    },
    async () => {
      sandbox.notes.drawnByDelegate = account
      const collector = sandbox.wallet('subscription')
      const made = await sandbox.transferTokens(collector, [account], address('publisher'), 10_000_000n)
      account = made.find(({ token }) => token.delegate)
    },
    // The second draw leaves the batched trees for good.
    () =>
      sandbox.transferTokens(
        sandbox.wallet('subscription'),
        [account],
        address('publisher'),
        10_000_000n,
        sandbox.v1Tree(),
      ),
  ]
}

/** Two accounts of a wallet joined into one payment with change. */
function gift(sandbox, mints, turn) {
  const owner = `giver ${turn}`
  const mint = mints[MINT_NAMES[turn]]
  let minted = []
  return [
    async () => {
      const recipients = [address(owner), address(owner)]
      minted = await sandbox.mintTo(mint, recipients, [750_000n, 500_000n], sandbox.v2Tree(2))
    },
    async () => {
      const to = address(`friend ${turn}`)
      await sandbox.transferTokens(sandbox.wallet(owner), minted, to, 1_000_001n, sandbox.v1Tree())
      sandbox.notes.consumed = minted[0]
    },
  ]
}

/** Minted and delegated in one message: the account's place in the tree is known before it exists. */
async function atOnce(sandbox, mint, turn) {
  const owner = sandbox.wallet(`hasty ${turn}`)
  const amount = 42_000_000n + BigInt(turn)
  const made = await sandbox.mintAndApprove(mint, owner, address('broker'), amount, sandbox.v2Tree(1))
  sandbox.notes.createdAndSpent = made[0]
}

/** Mints whose whole supply is one account, in both kinds of trees, and delegated so that the amount is seen at once. */
function hugeAmounts(sandbox, mints) {
  return HUGE_AMOUNTS.flatMap((amount, index) => {
    const mint = mints[`huge ${index}`]
    let account
    return [
      async () => {
        ;[account] = await sandbox.mintTo(mint, [address('vault')], [amount], sandbox.v2Tree(1))
      },
      () => sandbox.approve(sandbox.wallet('vault'), account, address('vault keeper'), amount, sandbox.v1Tree()),
    ]
  })
}

function hugeLamports(sandbox) {
  const total = HUGE_LAMPORTS.reduce((sum, lamports) => sum + lamports, 10_000_000_000n)
  return HUGE_LAMPORTS.map(
    (lamports) => () =>
      sandbox.compressSol(sandbox.wallet('whale', total), address('whale'), [lamports], sandbox.v1Tree()),
  )
}

/** Compressed SOL that is paid on, and the change taken out again. */
function solJourney(sandbox, turn) {
  const owner = `traveller ${turn}`
  let accounts = []
  return [
    async () => {
      const amounts = [2_000_000_000n, 750_000_007n]
      accounts = await sandbox.compressSol(sandbox.wallet(owner), address(owner), amounts, sandbox.v2Tree(4))
    },
    async () => {
      accounts = await sandbox.transferSol(sandbox.wallet(owner), accounts, address('inn'), 1_500_000_000n)
    },
    () => {
      const change = accounts.filter((account) => account.owner === address(owner).toBase58())
      return sandbox.decompressSol(sandbox.wallet(owner), change, change[0].lamports)
    },
  ]
}

/** Transactions that name trees and programs through an address lookup table. */
function lookupTables(sandbox, mints) {
  const table = new AddressLookupTableAccount({
    key: keypair('lookup table').publicKey,
    state: {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: [...V1_TREES.map(({ tree }) => tree), ...MINT_NAMES.map((name) => mints[name].mint), address('tour')],
    },
  })
  sandbox.chain.putLookupTable(table.key, table.state.addresses)
  const options = { lookupTables: [table] }
  const wallet = () => sandbox.wallet('tour')
  return [
    ...[0, 1, 2].map(() => async () => {
      const made = await sandbox.compressSol(
        wallet(),
        address('tour'),
        [someLamports(), someLamports()],
        V1_TREES[0],
        options,
      )
      sandbox.notes.throughLookupTable = made[0]
    }),
    ...[0, 1].map(
      (index) => () => sandbox.mintTo(mints[MINT_NAMES[index]], severalPeople(4), someAmounts(4), V1_TREES[1], options),
    ),
  ]
}

/** Approves and then pays more than there is: the transaction fails as a whole after the event was made. */
function failures(sandbox, mint) {
  let account
  const fail = (part) => async () => {
    const made = await sandbox.failToApprove(sandbox.wallet('clumsy'), account, address('broker'), part)
    sandbox.notes.failed = made[0]
  }
  return [
    async () => {
      ;[account] = await sandbox.mintTo(mint, [address('clumsy')], [5_000_000n], sandbox.v2Tree(1))
    },
    fail(5_000_000n),
    fail(1_250_000n),
  ]
}

const plainPayment = (sandbox, turn) =>
  sandbox.paySol(
    sandbox.wallet(`payer ${turn % 3}`),
    address(`giver ${turn % 5}`),
    2_000_000 + between(random, 0, 999_999),
  )
