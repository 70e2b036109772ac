import { accountFeed } from '@/lib/account/feed'
import { subjectFileHandlers } from '@/lib/api/handlers'
import { feedSubject } from '@/lib/page/address'
import { keptText } from '@/lib/transaction/kept'

export const { GET, HEAD, OPTIONS } = subjectFileHandlers(
  '/account.atom',
  feedSubject,
  accountFeed.bind(null, keptText),
)
