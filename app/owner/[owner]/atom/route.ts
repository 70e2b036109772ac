import { subjectFileHandlers } from '@/lib/api/handlers'
import { ownerFeed } from '@/lib/listing/feed'
import { feedSubject } from '@/lib/page/address'

export const { GET, HEAD, OPTIONS } = subjectFileHandlers('/owner.atom', feedSubject, ownerFeed)
