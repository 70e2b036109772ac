import { inMemoryFileHandlers } from '@/lib/api/handlers'
import { answerIndex } from '@/lib/site/openapi/api'

export const { GET, HEAD, OPTIONS } = inMemoryFileHandlers('/api/v1', answerIndex)
