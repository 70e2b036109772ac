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
import { between, oneOf, randomStream } from './keys.mjs'

const random = randomStream('live stretch')

const times = (count, make) => Array.from({ length: count }, (_, index) => make(index))

/** Steps of the everyday stories, so many that the segment lasts longer than the half hour it owes. */
const MINTS = 880
const SAVINGS = 520
const PLAIN_PAYMENTS = 40

/** Stories of the live segment: everyday life in v1 trees, and lives that end while someone watches. */
export function liveSegment(sandbox, mints) {
  return [
    times(MINTS, () => () => smallMint(sandbox, mints)),
    times(SAVINGS, () => () => putAway(sandbox)),
    times(PLAIN_PAYMENTS, (turn) => () => plainPayment(sandbox, turn)),
    ...sandbox.movable.map((entry, index) => [() => endOf(sandbox, entry, index)]),
    ...times(30, () => newDelegation(sandbox, mints)),
    ...times(20, () => payment(sandbox, mints)),
    ...times(12, () => secondThoughts(sandbox, mints)),
    ...times(12, () => errand(sandbox, mints)),
    ...times(4, () => seizure(sandbox, mints)),
    ...times(12, (turn) => solJourney(sandbox, turn)),
    ...times(6, (turn) => [() => atOnce(sandbox, mints, turn)]),
    ...times(3, (turn) => failure(sandbox, mints, turn)),
  ]
}

function smallMint(sandbox, mints) {
  const count = oneOf(random, [1, 1, 1, 2, 2, 3, 5])
  const options = { legacy: random() < 0.2 }
  return sandbox.mintTo(
    mints[oneOf(random, MINT_NAMES)],
    severalPeople(count),
    someAmounts(count),
    sandbox.v1Tree(),
    options,
  )
}

function putAway(sandbox) {
  const name = `saver ${between(random, 0, 39)}`
  const amounts = times(oneOf(random, [1, 1, 1, 2]), someLamports)
  const options = { legacy: random() < 0.3 }
  return sandbox.compressSol(sandbox.wallet(name), address(name), amounts, sandbox.v1Tree(), options)
}

const plainPayment = (sandbox, turn) =>
  sandbox.paySol(
    sandbox.wallet(`payer ${turn % 3}`),
    address(`friend ${turn % 4}`),
    1_000_000 + between(random, 0, 999_999),
  )

/** What becomes of an account that was delegated in the first segment: revoked, or drawn from. */
function endOf(sandbox, { owner, account }, index) {
  if (index % 2 === 0) return sandbox.revoke(sandbox.wallet(owner), account, sandbox.v1Tree())
  const amount = account.token.amount / 3n + 1n
  return sandbox.transferTokens(sandbox.wallet('busy delegate'), [account], address('shop'), amount, sandbox.v1Tree())
}

/** Mints an account that can be spent, and tells it to the steps that follow. */
function withMinted(sandbox, mints, outputs, later) {
  const owner = oneOf(random, DELEGATORS)
  const mint = mints[oneOf(random, DELEGATED_MINTS)]
  const scene = { owner, wallet: () => sandbox.wallet(owner), mint, account: undefined }
  const mintIt = async () => {
    const made = await sandbox.mintTo(mint, [address(owner)], [someAmount()], sandbox.v2Tree(outputs))
    scene.account = made[0]
  }
  return [mintIt, ...later.map((step) => () => step(scene))]
}

const newDelegation = (sandbox, mints) =>
  withMinted(sandbox, mints, 1, [
    ({ wallet, account }) =>
      sandbox.approve(wallet(), account, address('busy delegate'), account.token.amount, sandbox.v1Tree()),
  ])

const payment = (sandbox, mints) =>
  withMinted(sandbox, mints, 1, [
    ({ wallet, account }) =>
      sandbox.transferTokens(wallet(), [account], severalPeople(1)[0], account.token.amount / 2n, sandbox.v1Tree()),
  ])

const approveToBroker = async (sandbox, scene) => {
  const { account } = scene
  const made = await sandbox.approve(scene.wallet(), account, address('broker'), account.token.amount)
  scene.account = made[0]
}

const secondThoughts = (sandbox, mints) =>
  withMinted(sandbox, mints, 2, [
    (scene) => approveToBroker(sandbox, scene),
    ({ wallet, account }) => sandbox.revoke(wallet(), account, sandbox.v1Tree()),
  ])

const errand = (sandbox, mints) =>
  withMinted(sandbox, mints, 2, [
    (scene) => approveToBroker(sandbox, scene),
    ({ account }) => {
      const amount = account.token.amount / 4n + 1n
      return sandbox.transferTokens(sandbox.wallet('broker'), [account], address('shop'), amount, sandbox.v1Tree())
    },
  ])

const seizure = (sandbox, mints) =>
  withMinted(sandbox, mints, 2, [({ mint, account }) => sandbox.freeze(mint, account)])

/** Compressed SOL that is paid on, and the change taken out again. */
function solJourney(sandbox, turn) {
  const owner = `wanderer ${turn}`
  let accounts = []
  return [
    async () => {
      const amounts = [someLamports(), 600_000_000n]
      accounts = await sandbox.compressSol(sandbox.wallet(owner), address(owner), amounts, sandbox.v2Tree(4))
    },
    async () => {
      accounts = await sandbox.transferSol(sandbox.wallet(owner), accounts, address('inn'), 600_000_000n)
    },
    () => {
      const change = accounts.filter((account) => account.owner === address(owner).toBase58())
      return sandbox.decompressSol(sandbox.wallet(owner), change, change[0].lamports)
    },
  ]
}

function atOnce(sandbox, mints, turn) {
  const owner = sandbox.wallet(`hasty ${turn}`)
  return sandbox.mintAndApprove(mints.ticket, owner, address('broker'), someAmount(), sandbox.v2Tree(1))
}

const failure = (sandbox, mints, turn) => {
  const owner = `clumsy ${turn}`
  let account
  return [
    async () => {
      ;[account] = await sandbox.mintTo(mints.song, [address(owner)], [3_000_000n], sandbox.v2Tree(1))
    },
    () => sandbox.failToApprove(sandbox.wallet(owner), account, address('broker'), 3_000_000n),
  ]
}
