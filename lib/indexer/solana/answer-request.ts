import { RPC_CODES } from '@/lib/protocol/rpc/envelope'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { encodeBase58 } from '../../protocol/base58'
import { firstSignature } from '../../protocol/light/groups'
import { MethodError } from '../json-rpc/method-error'
import { writtenAccount } from './account-form'
import { madeBlockhash } from './made-hashes'
import { isReached } from './reach'
import type { RecordedChain } from './recorded-chain'
import type { Answers, InSlot, ReadRequest } from './requests'
import { writtenTransaction } from './transaction-form'

export async function answerRequest(chain: RecordedChain, request: ReadRequest): Promise<Answers[keyof Answers]> {
  switch (request.about) {
    case 'genesis':
      return chain.genesisHash
    case 'transaction':
      return transactionOf(chain, request)
    case 'block':
      return blockOf(chain, request)
    case 'time': {
      const blockTime = await chain.blockTime(request.slot)
      return blockTime === undefined ? null : { blockTime }
    }
    case 'slots':
      return `[${chain.slots(request.from, request.to).filter((slot) => isReached(request.reach, slot))}]`
    case 'accounts': {
      const { addresses, form, reach } = request
      return addresses.map((address) => {
        const account = chain.account(address, reach)
        return account ? stringifyJson(writtenAccount(account, form)) : 'null'
      })
    }
    default:
      return request satisfies never
  }
}

async function transactionOf(
  chain: RecordedChain,
  { signature, slot, reach, form, longest }: Extract<ReadRequest, { about: 'transaction' }>,
): Promise<InSlot | null> {
  const found = await chain.transaction(signature, slot, reach)
  if (!found) return null
  return inSlot(found, writtenTransaction(found.transaction, form), longest)
}

async function blockOf(
  chain: RecordedChain,
  { slot, form, details, rewards, longest }: Extract<ReadRequest, { about: 'block' }>,
): Promise<InSlot | null> {
  const block = await chain.block(slot)
  if (!block) return null
  const { blockTime, transactions, parentSlot = Math.max(0, slot - 1) } = block
  const written = {
    blockhash: block.blockhash ?? madeBlockhash(chain.genesisHash, slot),
    previousBlockhash: block.previousBlockhash ?? madeBlockhash(chain.genesisHash, parentSlot),
    parentSlot,
    blockHeight: block.blockHeight ?? null,
    ...(details === 'full' && { transactions: transactions.map((each) => writtenTransaction(each, form)) }),
    ...(details === 'signatures' && {
      signatures: transactions.map(({ transaction }) => encodeBase58(firstSignature(transaction))),
    }),
    ...(rewards && { rewards: block.rewards ?? [] }),
  }
  return inSlot({ slot, blockTime }, written, longest)
}

function inSlot({ slot, blockTime }: Omit<InSlot, 'members'>, value: object, longest: number): InSlot {
  const text = stringifyJson(value)
  if (text.length > longest) {
    throw new MethodError(RPC_CODES.tooBigAnswer, 'Response is too big', `Exceeded max limit of ${longest}`)
  }
  return { slot, blockTime, members: text.slice(1, -1) }
}
