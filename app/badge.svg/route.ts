import { knownFileHandlers } from '@/lib/api/handlers'
import { answerBadgePicture } from '@/lib/status/badge/api'

export const { GET, HEAD, OPTIONS } = knownFileHandlers('/badge.svg', answerBadgePicture)
