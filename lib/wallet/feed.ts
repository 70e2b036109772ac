import 'server-only'
import { accountHref } from '../account/address'
import { cachedTokenData } from '../account/lens/token-data'
import type { ApiAnswer } from '../api/api-answer'
import { formatLamports } from '../format/amounts'
import { groupDigits } from '../format/numbers'
import { walletFilter } from '../listing/address/owner-address'
import { ask } from '../listing/ask'
import { estimatedTimes, newestAccounts, PARTIAL_NOTE } from '../listing/feed'
import { feedHref } from '../page/address'
import { atomTag } from '../page/atom-tag'
import { assertAddress, feedAnswer, MAX_ENTRIES } from '../page/feed-entries'
import { shortIdentifier } from '../page/summary'
import { TOKEN_PROGRAM } from '../protocol/light/token-program'
import { address, MAX_LIMIT } from '../protocol/rpc/primitives'
import { siteContext } from '../upstream/networks/network-param'
import { walletHref } from './address'

/**
 * GET /wallet/<address>.atom: the newest accounts from the first pages of the wallet's two lists.
 * @throws ProblemError
 */
export async function walletFeed(wallet: string, search: URLSearchParams): Promise<ApiAnswer> {
  assertAddress('address', address.safeParse(wallet))
  const { network, cluster, site } = siteContext(search)
  const filters = [{ memcmp: walletFilter(wallet) }]
  const lists = await Promise.all([
    ask(network, 'getCompressedAccountsByOwner', { owner: wallet, limit: MAX_LIMIT }),
    ask(network, 'getCompressedAccountsByOwner', { owner: TOKEN_PROGRAM, filters, limit: MAX_LIMIT }),
  ])
  const values = lists.map(({ result }) => result.value)
  const tag = atomTag(site, 'wallet', network.name, wallet)
  const among = values.every(({ cursor }) => (cursor ?? null) === null) ? 'all its live accounts' : PARTIAL_NOTE
  return feedAnswer({
    id: tag,
    title: `Wallet ${shortIdentifier(wallet)} on ${network.name}`,
    subtitle: `The ${MAX_ENTRIES} newest compressed accounts and token accounts of the wallet ${wallet} among ${among}. Accounts created and consumed between two updates are missing. Times are estimated from slots.`,
    self: site + feedHref('wallet', wallet, cluster),
    alternate: site + walletHref(wallet, {}, cluster),
    entries: newestAccounts(values.flatMap(({ items }) => items)).map((account) => {
      const { hash, owner, lamports, slotCreated } = account
      const token = cachedTokenData(account)
      return {
        id: `${tag}/${hash}`,
        title: `${token ? 'Token account' : 'Account'} ${shortIdentifier(hash)} in slot ${groupDigits(slotCreated)}`,
        ...estimatedTimes(network, hash, slotCreated),
        link: site + accountHref(hash, cluster, token ? { owner, filters: [walletFilter(wallet)] } : { owner }),
        category: token ? 'token account' : 'account',
        summary: `${hash}, created in slot ${groupDigits(slotCreated)}: ${token ? `${groupDigits(token.amount)} base units of mint ${token.mint}` : formatLamports(lamports).main}.`,
      }
    }),
  })
}
