import { fileHandlers } from '@/lib/api/handlers'
import { latestFeed } from '@/lib/listing/feed'
import { keptText } from '@/lib/transaction/kept'

export const { GET, HEAD, OPTIONS } = fileHandlers('/latest.atom', latestFeed.bind(null, keptText))
