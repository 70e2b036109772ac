import { fileHandlers } from '@/lib/api/handlers'
import { statusFeed } from '@/lib/status/feed'

export const { GET, HEAD, OPTIONS } = fileHandlers('/status.atom', statusFeed)
