import * as light from '@lightprotocol/compressed-token'
import * as spl from '@solana/spl-token'
import { PublicKey, SystemProgram } from '@solana/web3.js'
import { treeInfoOf } from './book.mjs'
import * as hot from './hot-instructions.mjs'
import { decompressTokens, paySol } from './instructions.mjs'
import { between, keypair, oneOf, randomStream } from './keys.mjs'
import { createNamedMint } from './mints.mjs'
import { TOKEN_PROGRAM, V2_TREES } from './programs.mjs'
import { Sandbox } from './sandbox.mjs'
import { lineOf } from './write-recording.mjs'

/* Wallets that take random steps with their tokens on the real programs. lib/wallet/total/random-steps.nightly.test.ts */

/** Late enough that the rent of an account can have run out. */
const FIRST_SLOT = 1_000_000

const WALLETS = [0, 1, 2, 3]

/** Its queue takes a hundred outputs, of which a step takes at most two. */
const [TREE] = V2_TREES
const FULL = 98

const STONES = { title: 'Stepping Stones', symbol: 'STONE', uri: 'https://example.invalid/stones.json' }

const PROGRAMS = [spl.TOKEN_PROGRAM_ID, spl.TOKEN_2022_PROGRAM_ID, new PublicKey(TOKEN_PROGRAM)]
const ACCOUNT_BYTES = spl.AccountLayout.span
const FROZEN = 2

/** Epochs of rent that are paid ahead. */
const RENT_PAYMENT = 16

/** Steps between places, which are taken three times as often. */
const OFTEN = ['wrap', 'unwrap', 'transfer hot', 'compress a part', 'compress and close', 'load', 'decompress']

/** Layout v3, which accounts on the chain are compressed to. */
const isFlat = ({ data }) => data.discriminator[7] === 4

/** A chain of its own. The same seed takes the same steps. */
export async function openRandomSteps(seed) {
  const sandbox = new Sandbox()
  const { chain, book, transactions } = sandbox
  const random = randomStream(`steps ${seed}`)
  chain.goTo(FIRST_SLOT)
  const wallets = WALLETS.map((index) => sandbox.wallet(`stepper ${index}`))
  const [issuer, keeper] = ['step issuer', 'step keeper'].map((name) => sandbox.wallet(name))
  const mints = [
    { ...(await sandbox.createMint('steps', issuer)), decimals: 6 },
    { ...(await createNamedMint(sandbox, 'stones', issuer, STONES)), decimals: 9 },
  ]
  transactions.length = 0
  const walletAt = (address) => wallets.find(({ publicKey }) => publicKey.toBase58() === String(address))
  const mintAt = (address) => mints.find(({ mint }) => mint.toBase58() === String(address))
  const hotAddress = (wallet, { mint }) => hot.hotAddress(wallet.publicKey, mint)[0]
  const splAddress = (wallet, { mint, tokenProgram }) =>
    spl.getAssociatedTokenAddressSync(mint, wallet.publicKey, true, tokenProgram)
  const associated = new Map(
    wallets.flatMap((wallet) => mints.map((mint) => [hotAddress(wallet, mint).toBase58(), wallet])),
  )

  const chance = (share) => random() < share
  const anyWallet = () => oneOf(random, wallets)
  const anyMint = () => oneOf(random, mints)
  const someTokens = ({ decimals }) => BigInt(between(random, 1, 99_999)) * 10n ** BigInt(decimals - 2) + 7n
  const part = (amount) => (chance(0.3) ? amount : (amount * BigInt(between(random, 1, 999))) / 1_000n + 1n)
  /** Now and then more than there is. */
  const some = (amount) => (chance(0.04) ? amount + 1n : part(amount))
  const run = (instructions, ...signers) => sandbox.run([instructions].flat(), signers)
  let made = 0

  /** Token accounts of the wallets. */
  function held(programs, accepts = () => true) {
    const accounts = programs.flatMap((program) =>
      chain.accountsOf(program.toBase58()).flatMap(({ address, data }) => {
        if (data.length < ACCOUNT_BYTES || (data.length > ACCOUNT_BYTES && data[ACCOUNT_BYTES] !== 2)) return []
        const { mint, owner, amount, state, isNativeOption } = spl.AccountLayout.decode(data)
        const about = { wallet: walletAt(owner), mint: mintAt(mint), amount, isFrozen: state === FROZEN }
        return [{ address: new PublicKey(address), program, isNative: isNativeOption === 1, ...about }]
      }),
    )
    return accounts.filter((account) => account.wallet && accepts(account))
  }

  const one = (list, step) => (list.length === 0 ? null : step(oneOf(random, list)))
  const onSpl = (step, accepts = () => true) =>
    one(
      held(PROGRAMS.slice(0, 2), (account) => account.mint && accepts(account)),
      step,
    )
  const onHot = (step, accepts) => one(held(PROGRAMS.slice(2), accepts), step)
  /** Or now and then one that the programs refuse. */
  const isMovable = ({ amount, isFrozen }) => (amount > 0n && !isFrozen) || chance(0.1)
  const isWorthFreezing = ({ amount, isFrozen }) => isFrozen || (amount > 0n && chance(0.5))
  const orCreateHot = (wallet, { mint }) =>
    chain.peek(hotAddress(wallet, { mint }).toBase58()).exists ? [] : [createHot(wallet, mint)]
  const onNative = (step) =>
    one(
      held(PROGRAMS.slice(0, 1), ({ isNative }) => isNative),
      step,
    )
  const onCold = (accepts, step) =>
    one(
      book.live((account) => account.token && accepts(account)),
      (account) => {
        const { owner, delegate, mint } = account.token
        return step(account, walletAt(owner) ?? associated.get(owner), mintAt(mint), walletAt(delegate ?? owner))
      },
    )
  const onOldCold = (step, accepts = () => true) =>
    onCold((of) => !isFlat(of) && of.token.amount > 0n && accepts(of.token), step)
  const isOwn = ({ delegate }) => delegate === null
  const onSol = (step) =>
    one(
      book.live(({ token }) => !token),
      (account) => step(walletAt(account.owner), account),
    )
  const createHot = ({ publicKey }, mint) => hot.createHot({ owner: publicKey, mint, rentPayment: RENT_PAYMENT })
  const emptyTokenAccount = (wallet, mint, program, lamports) => {
    const account = keypair(`step account ${made++}`)
    const about = { fromPubkey: wallet.publicKey, newAccountPubkey: account.publicKey, programId: program }
    const rent = chain.rentFor(ACCOUNT_BYTES)
    const creation = SystemProgram.createAccount({ ...about, space: ACCOUNT_BYTES, lamports: rent + lamports })
    const start = spl.createInitializeAccount3Instruction(account.publicKey, mint, wallet.publicKey, program)
    return run([creation, start], wallet, account)
  }

  const acts = {
    'create SPL': () => {
      const [wallet, mint] = [anyWallet(), anyMint()]
      const owner = wallet.publicKey
      const call = [owner, splAddress(wallet, mint), owner, mint.mint, mint.tokenProgram]
      return run(spl.createAssociatedTokenAccountInstruction(...call), wallet)
    },
    'create another SPL': () => {
      const { mint, tokenProgram } = anyMint()
      return emptyTokenAccount(anyWallet(), mint, tokenProgram, 0)
    },
    'mint SPL': () =>
      onSpl(({ address, mint }) => {
        const call = [mint.mint, address, issuer.publicKey, someTokens(mint), [], mint.tokenProgram]
        return run(spl.createMintToInstruction(...call), issuer)
      }),
    'transfer SPL': () =>
      onSpl(
        ({ address, mint, wallet, amount, program }) =>
          onSpl(
            (to) => {
              const call = [address, to.address, wallet.publicKey, some(amount), [], program]
              return run(spl.createTransferInstruction(...call), wallet)
            },
            (to) => to.mint === mint,
          ),
        isMovable,
      ),
    'burn SPL': () =>
      onSpl(
        ({ address, mint, wallet, amount, program }) =>
          run(spl.createBurnInstruction(address, mint.mint, wallet.publicKey, some(amount / 9n), [], program), wallet),
        isMovable,
      ),
    'approve SPL': () =>
      onSpl(({ address, wallet, amount, program }) => {
        const call = [address, anyWallet().publicKey, wallet.publicKey, some(amount), [], program]
        return run(spl.createApproveInstruction(...call), wallet)
      }),
    'freeze or thaw SPL': () =>
      onSpl(({ address, mint, isFrozen, program }) => {
        const make = isFrozen ? spl.createThawAccountInstruction : spl.createFreezeAccountInstruction
        return run(make(address, mint.mint, issuer.publicKey, [], program), issuer)
      }, isWorthFreezing),
    'close SPL': () =>
      onSpl(({ address, wallet, program }) => {
        const { publicKey } = wallet
        return run(spl.createCloseAccountInstruction(address, publicKey, publicKey, [], program), wallet)
      }),
    'wrap SOL': () =>
      emptyTokenAccount(anyWallet(), spl.NATIVE_MINT, spl.TOKEN_PROGRAM_ID, between(random, 1, 9_999_999)),
    'add to wrapped SOL': () =>
      onNative(({ address, wallet }) => {
        const payment = paySol({ payer: wallet.publicKey, to: address, lamports: between(random, 1, 9_999) })
        return run([payment, spl.createSyncNativeInstruction(address)], wallet)
      }),
    'unwrap SOL': () =>
      onNative(({ address, wallet: { publicKey }, wallet }) =>
        run(spl.createCloseAccountInstruction(address, publicKey, publicKey), wallet),
      ),
    'pay SOL': () => {
      const wallet = anyWallet()
      return run(paySol({ payer: wallet.publicKey, to: anyWallet().publicKey, lamports: 1_234_567 }), wallet)
    },
    'compress SOL': () => {
      const wallet = anyWallet()
      return sandbox.compressSol(wallet, anyWallet().publicKey, [between(random, 1, 9_999_999)], TREE)
    },
    'transfer compressed SOL': () =>
      onSol((wallet, account) => sandbox.transferSol(wallet, [account], anyWallet().publicKey, part(account.lamports))),
    'decompress SOL': () =>
      onSol((wallet, account) => sandbox.decompressSol(wallet, [account], part(account.lamports))),
    'create hot': () => {
      const [wallet, { mint }] = [anyWallet(), anyMint()]
      return run(createHot(wallet, mint), wallet)
    },
    wrap: () =>
      onSpl(({ address, mint, wallet, amount }) => {
        const call = { owner: wallet.publicKey, from: address, mint, amount: some(amount), decimals: mint.decimals }
        return run([...orCreateHot(wallet, mint), hot.wrap(call)], wallet)
      }, isMovable),
    unwrap: () =>
      onHot(
        ({ mint, wallet, amount }) =>
          onSpl(
            ({ address }) => {
              const call = { owner: wallet.publicKey, to: address, mint, amount: some(amount), decimals: mint.decimals }
              return run(hot.unwrap(call), wallet)
            },
            (to) => to.mint === mint,
          ),
        isMovable,
      ),
    'transfer hot': () =>
      onHot(
        ({ address, mint, wallet, amount }) =>
          onHot(
            (to) =>
              run(
                light.createLightTokenTransferInstruction(address, to.address, wallet.publicKey, some(amount)),
                wallet,
              ),
            (to) => to.mint === mint,
          ),
        isMovable,
      ),
    'approve hot': () =>
      onHot(({ address, wallet: { publicKey }, wallet, amount }) =>
        run(light.createLightTokenApproveInstruction(address, anyWallet().publicKey, publicKey, some(amount)), wallet),
      ),
    'revoke hot': () =>
      onHot(({ address, wallet }) => run(light.createLightTokenRevokeInstruction(address, wallet.publicKey), wallet)),
    'freeze or thaw hot': () =>
      onHot(({ address, mint, isFrozen }) => {
        const make = isFrozen
          ? light.createLightTokenThawAccountInstruction
          : light.createLightTokenFreezeAccountInstruction
        return run(make(address, mint.mint, issuer.publicKey), issuer)
      }, isWorthFreezing),
    'close hot': () =>
      onHot(({ mint, wallet }) => run(hot.closeHot({ owner: wallet.publicKey, mint: mint.mint }), wallet)),
    'compress a part': () =>
      onHot(({ mint, wallet, amount }) => {
        const call = { owner: wallet.publicKey, mint: mint.mint, amount: some(amount), tree: TREE }
        return run(hot.compressPart(call), wallet)
      }, isMovable),
    'compress and close': () =>
      onHot(
        ({ address, mint, wallet, amount }) => {
          chain.endRent(address, keeper.publicKey)
          const about = { authority: keeper.publicKey, owner: wallet.publicKey, mint: mint.mint }
          return run(hot.compressAndClose({ ...about, amount, tree: TREE }), keeper)
        },
        ({ isFrozen }) => !isFrozen,
      ),
    load: () =>
      onCold(isFlat, async (account, wallet, mint) => {
        const call = { owner: wallet.publicKey, mint: mint.mint, tree: treeInfoOf(account), accounts: [account] }
        return run([...orCreateHot(wallet, mint), await hot.load(call)], wallet)
      }),
    'mint compressed': () => {
      const [mint, recipients] = [anyMint(), [anyWallet(), anyWallet()].map(({ publicKey }) => publicKey)]
      return sandbox.mintTo(mint, recipients, [someTokens(mint), someTokens(mint)], TREE)
    },
    'transfer cold': () =>
      onOldCold((account, _, __, spender) =>
        sandbox.transferTokens(spender, [account], anyWallet().publicKey, part(account.token.amount)),
      ),
    'approve cold': () =>
      onOldCold((account, wallet) =>
        sandbox.approve(wallet, account, anyWallet().publicKey, part(account.token.amount)),
      ),
    'revoke cold': () =>
      onOldCold(
        (account, wallet) => sandbox.revoke(wallet, account),
        (token) => !isOwn(token),
      ),
    'freeze or thaw cold': () =>
      onOldCold((account, _, mint) =>
        account.token.state === 'frozen' ? sandbox.thaw(mint, account) : sandbox.freeze(mint, account),
      ),
    'burn cold': () => onOldCold((account, wallet, mint) => sandbox.burn(wallet, mint, account), isOwn),
    decompress: () =>
      onOldCold(async (account, wallet, mint) => {
        const [owner, to] = [wallet.publicKey, splAddress(wallet, mint)]
        const target = [owner, to, owner, mint.mint, mint.tokenProgram]
        const call = { payer: owner, mint, accounts: [account], to, amount: part(account.token.amount) }
        return run(
          [spl.createAssociatedTokenAccountIdempotentInstruction(...target), await decompressTokens(call)],
          wallet,
        )
      }, isOwn),
  }

  const names = [...Object.keys(acts), ...OFTEN, ...OFTEN]
  return {
    wallets: wallets.map(({ publicKey }) => publicKey.toBase58()),
    mints: mints.map(({ mint }) => mint.toBase58()),
    programs: PROGRAMS.map((program) => program.toBase58()),
    associated: Object.fromEntries([...associated].map(([address, { publicKey }]) => [address, publicKey.toBase58()])),
    slot: () => chain.slot,
    isFull: () => book.accounts.size > FULL,
    /** Every account that the machine has of a program. */
    accountsOf: (program) => chain.accountsOf(program),
    account: (address) => chain.peek(address),
    unspent: () => book.live(),
    /** A step's name, and its transaction as a line of a recording; null: the programs refused it. */
    async step() {
      chain.goTo(chain.slot + between(random, 1, 9))
      for (;;) {
        const name = oneOf(random, names)
        try {
          if ((await acts[name]()) === null) continue
          return { name, line: lineOf(transactions.at(-1)) }
        } catch (error) {
          if (!error.message.startsWith('failed: ')) throw error
          return { name, line: null }
        }
      }
    },
  }
}
