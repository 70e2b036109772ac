import { knownFileHandlers } from '@/lib/api/handlers'
import { answerBadgeJson } from '@/lib/status/badge/api'

export const { GET, HEAD, OPTIONS } = knownFileHandlers('/badge.json', answerBadgeJson)
