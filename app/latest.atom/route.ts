import { fileHandlers } from '@/lib/api/handlers'
import { latestFeed } from '@/lib/listing/feed'

export const { GET, HEAD, OPTIONS } = fileHandlers('/latest.atom', latestFeed)
