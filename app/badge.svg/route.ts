import { inMemoryFileHandlers } from '@/lib/api/handlers'
import { answerBadgePicture } from '@/lib/status/badge/api'

export const { GET, HEAD, OPTIONS } = inMemoryFileHandlers('/badge.svg', answerBadgePicture)
