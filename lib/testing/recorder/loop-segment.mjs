import { between, oneOf, randomStream } from './keys.mjs'

const random = randomStream('loop')

const times = (count, make) => Array.from({ length: count }, (_, index) => make(index))

/** Wallets of the loop, whom no example shows. */
export const GUESTS = times(40, (index) => `guest ${index}`)

/** Mints of the loop, whom no example shows either. The last one is of Token-2022 and says its name itself. */
export const LOOP_MINTS = ['lunch', 'stamp', 'voucher', 'harbor']

/** A delegate that the guests let move their tokens. */
export const COURIER = 'courier'

/** Takes compressed SOL. */
export const INN = 'harbor inn'

/** Mints of several accounts at once. */
const HANDOUTS = 34

const guest = () => oneOf(random, GUESTS)

const someAmount = () => BigInt(between(random, 1, 999_999)) * 10n ** BigInt(between(random, 1, 5)) + 7n

const someLamports = () => BigInt(between(random, 2, 900)) * oneOf(random, [1_000_000n, 2_500_000n, 1_234_567n])

/**
 * Stories of a round: all of them begin with what they make and end when nothing of it is left, so that the round can be
 * played again and again. Together they take every output that the five trees have room for.
 */
export function loopSegment(sandbox, mints) {
  const stories = [
    ...times(HANDOUTS, (turn) => handout(sandbox, mints, turn)),
    ...times(26, () => solJourney(sandbox)),
    ...times(6, () => atOnce(sandbox, mints)),
    ...times(3, () => failure(sandbox, mints)),
  ]
  while (sandbox.largestRoom() > 0) stories.push(purse(sandbox, Math.min(2, sandbox.largestRoom())))
  return stories
}

/** How an account ends, with the outputs that it takes until then. */
const ENDS = [
  { outputs: 0, steps: ({ burn }, account) => [() => burn(account())] },
  { outputs: 0, steps: ({ takeOut }, account) => [() => takeOut(account())] },
  { outputs: 1, steps: givenAway },
  { outputs: 2, steps: splitUp },
  { outputs: 2, steps: delivered },
  { outputs: 2, steps: secondThoughts },
  { outputs: 2, steps: frozenForAWhile },
]

/** Some accounts of one mint to several guests, each of which does something else with it. */
function handout(sandbox, mints, turn) {
  const mint = mints[LOOP_MINTS[turn % LOOP_MINTS.length]]
  const owners = times(between(random, 2, 4), guest)
  const ends = owners.map((_, index) => ENDS[(turn + 3 * index) % ENDS.length])
  const outputs = ends.reduce((sum, end) => sum + end.outputs, owners.length)
  const tree = sandbox.v2Tree(outputs)
  let minted = []
  const scenes = owners.map((owner, index) => ends[index].steps(actsOf(sandbox, mint, owner), () => minted[index]))
  const mintThem = async () => {
    const recipients = owners.map((owner) => sandbox.wallet(owner).publicKey)
    minted = await sandbox.mintTo(mint, recipients, owners.map(someAmount), tree)
  }
  return [mintThem, ...mixed(scenes)]
}

/** Several lists as one that keeps the order of each. */
function mixed(lists) {
  const left = lists.map((list) => [...list])
  const all = []
  while (left.some((list) => list.length > 0))
    all.push(
      oneOf(
        random,
        left.filter((list) => list.length > 0),
      ).shift(),
    )
  return all
}

/** What a guest does with tokens of a mint. */
function actsOf(sandbox, mint, name) {
  const owner = sandbox.wallet(name)
  return {
    mint,
    owner,
    sandbox,
    burn: (account) => sandbox.burn(owner, mint, account),
    takeOut: (account) => sandbox.decompressTokens(owner, mint, account),
  }
}

function givenAway({ sandbox, mint, owner }, account) {
  const friend = guest()
  let given
  return [
    async () => {
      const { amount } = account().token
      ;[given] = await sandbox.transferTokens(owner, [account()], sandbox.wallet(friend).publicKey, amount)
    },
    () => actsOf(sandbox, mint, friend).takeOut(given),
  ]
}

function splitUp({ sandbox, mint, owner, burn }, account) {
  const friend = guest()
  let parts
  const partOf = (who) => parts.find(({ token }) => token.owner === who.publicKey.toBase58())
  return [
    async () => {
      const { amount } = account().token
      // To oneself it would be two parts of one owner; to somebody, one each.
      parts = await sandbox.transferTokens(
        owner,
        [account()],
        sandbox.wallet(`${friend} at home`).publicKey,
        amount / 3n + 1n,
      )
    },
    () => burn(partOf(owner)),
    () => actsOf(sandbox, mint, `${friend} at home`).burn(partOf(sandbox.wallet(`${friend} at home`))),
  ]
}

function delivered({ sandbox, mint, owner }, account) {
  const friend = guest()
  let now
  return [
    async () => {
      const { amount } = account().token
      ;[now] = await sandbox.approve(owner, account(), sandbox.wallet(COURIER).publicKey, amount)
    },
    async () => {
      const courier = sandbox.wallet(COURIER)
      ;[now] = await sandbox.transferTokens(courier, [now], sandbox.wallet(friend).publicKey, now.token.amount)
    },
    () => actsOf(sandbox, mint, friend).burn(now),
  ]
}

function secondThoughts({ sandbox, owner, takeOut }, account) {
  let now
  return [
    async () => {
      const { amount } = account().token
      ;[now] = await sandbox.approve(owner, account(), sandbox.wallet(COURIER).publicKey, amount)
    },
    async () => {
      ;[now] = await sandbox.revoke(owner, now)
    },
    () => takeOut(now),
  ]
}

function frozenForAWhile({ sandbox, mint, burn }, account) {
  let now
  return [
    async () => {
      ;[now] = await sandbox.freeze(mint, account())
    },
    async () => {
      ;[now] = await sandbox.thaw(mint, now)
    },
    () => burn(now),
  ]
}

/** Compressed SOL that is paid on; both sides take theirs out again. */
function solJourney(sandbox) {
  const [owner, inn] = [sandbox.wallet(guest()), sandbox.wallet(INN)]
  const tree = sandbox.v2Tree(4)
  let accounts = []
  const takeOut = (who) => () => {
    const own = accounts.filter((account) => account.owner === who.publicKey.toBase58())
    return sandbox.decompressSol(who, own, own[0].lamports)
  }
  return [
    async () => {
      accounts = await sandbox.compressSol(owner, owner.publicKey, [someLamports(), 600_000_000n], tree)
    },
    async () => {
      accounts = await sandbox.transferSol(owner, accounts, inn.publicKey, 600_000_000n)
    },
    takeOut(owner),
    takeOut(inn),
  ]
}

/** SOL put away and taken out again, all of it. */
function purse(sandbox, count) {
  const owner = sandbox.wallet(guest())
  const tree = sandbox.v2Tree(count)
  let accounts = []
  return [
    async () => {
      accounts = await sandbox.compressSol(owner, owner.publicKey, times(count, someLamports), tree)
    },
    () => {
      const total = accounts.reduce((sum, { lamports }) => sum + lamports, 0n)
      return sandbox.decompressSol(owner, accounts, total)
    },
  ]
}

/** Minted and delegated in one message, then revoked and taken out. */
function atOnce(sandbox, mints) {
  const mint = mints[oneOf(random, LOOP_MINTS)]
  const name = guest()
  const owner = sandbox.wallet(name)
  const tree = sandbox.v2Tree(3)
  let now
  return [
    async () => {
      const made = await sandbox.mintAndApprove(
        mint,
        owner,
        sandbox.wallet(COURIER).publicKey,
        someAmount(),
        tree,
        null,
      )
      now = made.find(({ token }) => token.delegate !== null)
    },
    async () => {
      ;[now] = await sandbox.revoke(owner, now)
    },
    () => actsOf(sandbox, mint, name).burn(now),
  ]
}

/** Approves and pays more than there is: all of it fails after the event was made. The account is burned then. */
function failure(sandbox, mints) {
  const mint = mints[oneOf(random, LOOP_MINTS)]
  const name = guest()
  const owner = sandbox.wallet(name)
  const tree = sandbox.v2Tree(1)
  let account
  return [
    async () => {
      ;[account] = await sandbox.mintTo(mint, [owner.publicKey], [someAmount()], tree)
    },
    () => sandbox.failToApprove(owner, account, sandbox.wallet(COURIER).publicKey, account.token.amount, null),
    () => actsOf(sandbox, mint, name).burn(account),
  ]
}
