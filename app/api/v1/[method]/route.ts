import { operationHandlers } from '@/lib/listing/api'

export const { GET, HEAD, OPTIONS } = operationHandlers
