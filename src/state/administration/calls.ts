import type { AnyCall, OneReply } from '../../client/call.ts';
import type { Client } from '../../client/client.ts';
import { type Endpoint, paramNames } from '../../contract/endpoint.ts';
import { contract, type EndpointName } from '../../contract/index.ts';
import type { ResourceKind } from './resources.ts';

/** A resource as the client reads it. */
export type ResourceRow<K extends ResourceKind> = Awaited<ReturnType<Client[K]['list']>>['data'][number];

/** The id of one, or of a tag its name. Null stands for a new one. */
export type RowId = number | string | null;

/** The endpoint of this name. */
export function endpointOf(name: EndpointName): Endpoint {
  return partOf<Endpoint>(contract, name);
}

/** The name of the call that makes a resource, or changes one. An inbox has one call for both, with all its settings. */
export function writeName(kind: ResourceKind, isNew: boolean): EndpointName {
  return `${kind}.${kind === 'inbox' ? 'save' : isNew ? 'create' : 'update'}` as EndpointName;
}

/** Makes a call about one resource: its id is in the path, or else in the body. Throws an `ApiError`. */
export function callOn<Reply>(
  client: Client,
  name: EndpointName,
  id: RowId,
  { body, ...more }: AnyCall & { readonly body?: object },
): Promise<Reply> {
  const [param] = paramNames(endpointOf(name).path);
  const inPath = param === undefined ? {} : { params: { [param]: id } };
  const sent = body && { body: param !== undefined || id === null ? body : { id, ...body } };
  return partOf<(request: object) => Promise<Reply>>(client, name)({ ...inPath, ...sent, ...more });
}

/** Makes a resource, or changes the one with this id. Throws an `ApiError`. */
export function saveResource(client: Client, kind: ResourceKind, id: RowId, body: object, more?: AnyCall) {
  return callOn<OneReply<object | null>>(client, writeName(kind, id === null), id, { body, ...more });
}

function partOf<Part>(groups: object, name: EndpointName): Part {
  const [group = '', part = ''] = name.split('.');
  return (groups as Record<string, Record<string, Part>>)[group]![part]!;
}
