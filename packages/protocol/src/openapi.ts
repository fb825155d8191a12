import { product } from '@parley/domain'
import { z } from './primitives.ts'
import { allRoutes } from './allRoutes.ts'
import { failureSchema, type Route } from './routes.ts'

/** The API's description in OpenAPI 3.1, made from the route tables, under what the product is called. */
export function openApiDocument(productName: string = product.name): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, route] of Object.entries<Route>(allRoutes)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) }
  }
  return { openapi: '3.1.0', info: { title: `${productName} API`, version: '1' }, paths }
}

function operation(name: string, route: Route): object {
  return {
    operationId: name,
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.body === null ? {} : { requestBody: { required: true, content: json(route.body) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, answer]) => [
          status,
          { description: descriptions[status], content: json(answer) },
        ]),
      ),
      default: { description: 'What went wrong, in words, and the field that is wrong.', content: json(failureSchema) },
    },
  }
}

const descriptions: Record<string, string> = {
  200: 'Done.',
  201: 'Recorded for the first time.',
  202: 'The transaction is known but not mined yet: ask again.',
  503: 'Alive, but the index is not close enough to the chain.',
}

function parameters(schema: z.ZodMiniType, place: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = jsonSchema(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function json(schema: z.ZodMiniType): object {
  return { 'application/json': { schema: jsonSchema(schema) } }
}

/** The form that travels: what a schema takes in, before it is parsed into domain types. */
function jsonSchema(schema: z.ZodMiniType): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}
