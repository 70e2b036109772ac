import { inMemoryFileHandlers } from '@/lib/api/handlers'
import { answerBadgeJson } from '@/lib/status/badge/api'

export const { GET, HEAD, OPTIONS } = inMemoryFileHandlers('/badge.json', answerBadgeJson)
