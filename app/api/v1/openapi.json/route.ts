import { inMemoryFileHandlers } from '@/lib/api/handlers'
import { answerOpenApi } from '@/lib/site/openapi/api'

export const { GET, HEAD, OPTIONS } = inMemoryFileHandlers('/api/v1/openapi.json', answerOpenApi)
