import { subjectFileHandlers } from '@/lib/api/handlers'
import { feedSubject } from '@/lib/page/address'
import { walletFeed } from '@/lib/wallet/feed'

export const { GET, HEAD, OPTIONS } = subjectFileHandlers('/wallet.atom', feedSubject, walletFeed)
