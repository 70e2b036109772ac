import { accountFeed } from '@/lib/account/feed'
import { subjectFileHandlers } from '@/lib/api/handlers'
import { feedSubject } from '@/lib/page/address'

export const { GET, HEAD, OPTIONS } = subjectFileHandlers('/account.atom', feedSubject, accountFeed)
