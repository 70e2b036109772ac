import { base58 } from '@scure/base'
import type { TokenData } from '../account/lens/token-data'
import { tokenDataHead } from '../protocol/light/layouts'
import { TOKEN_PROGRAM } from '../protocol/light/token-program'
import type { AccountItem, TokenAccountItem } from '../protocol/rpc/items'
import { madeCompressedOnly } from './made-extensions'
import { addressOf, hashOf } from './stand-in/fixtures'

type Made = Partial<Pick<TokenData, 'mint' | 'owner' | 'amount' | 'delegate' | 'state' | 'tlv'>> &
  Partial<Pick<AccountItem, 'lamports' | 'tree' | 'leafIndex' | 'slotCreated'>> & { name?: string }

/** facts/light-events.md 9. */
const [WITHOUT_EXTENSIONS, WITH_EXTENSIONS] = [2n, 288_230_376_151_711_744n]

export function makeTokenRow({
  name = 'token row',
  mint = addressOf('a mint'),
  owner = addressOf('a wallet'),
  amount = 0n,
  delegate = null,
  state = 'initialized',
  tlv = null,
  lamports = 0n,
  tree = addressOf('tree'),
  leafIndex = 0,
  slotCreated = 300_000_000,
}: Made = {}): { account: AccountItem; token: TokenData } {
  const head = tokenDataHead.encode({
    mint: base58.decode(mint),
    owner: base58.decode(owner),
    amount,
    delegate: delegate === null ? null : base58.decode(delegate),
    state: state === 'frozen' ? 1 : 0,
  })
  const tail = tlv === null ? [0] : [1, ...Buffer.from(tlv, 'base64')]
  const data = Buffer.from([...head, ...tail]).toString('base64')
  const account = {
    hash: hashOf(name),
    address: null,
    data: {
      discriminator: tlv === null ? WITHOUT_EXTENSIONS : WITH_EXTENSIONS,
      data,
      dataHash: hashOf(`data of ${name}`),
    },
    owner: TOKEN_PROGRAM,
    lamports,
    tree,
    leafIndex,
    seq: null,
    slotCreated,
  }
  return { account, token: { mint, owner, amount, delegate, state, tlv } }
}

export interface DelegatedRow {
  n: number
  mint: number
  wallet: number
  amount: bigint
  state: string
  /** What the extension data let the delegate move; null or absent: there are none. */
  delegated?: bigint | null
  tlv?: string
}

export function delegatedRow({ n, mint, wallet, delegated = null, tlv, ...row }: DelegatedRow): TokenAccountItem {
  const { account, token } = makeTokenRow({
    ...row,
    name: `row ${n}`,
    mint: addressOf(`mint ${mint}`),
    owner: addressOf(`wallet ${wallet}`),
    delegate: addressOf('delegate'),
    tlv: tlv ?? (delegated === null ? null : madeCompressedOnly({ delegatedAmount: delegated, isAta: true })),
    leafIndex: n,
    slotCreated: 300_000_000 + n,
  })
  return { account, tokenData: token }
}
