export { GET, HEAD, OPTIONS } from '@/lib/http/route-handler'
