import { answerIdl } from '@/lib/account/api'
import { apiHandlers } from '@/lib/api/handlers'

export const { GET, HEAD, OPTIONS } = apiHandlers('/api/v1/idl', answerIdl)
