import {
  All,
  Controller,
  Get,
  Head,
  Inject,
  NotFoundException,
  Req,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { matchesEntityTag } from '../card/serving/conditional.js';
import { type HttpRequest, nodeRequest } from '../net/http-message.js';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { StatusExceptionFilter, errorOf } from '../net/status-exception.filter.js';
import { DocumentationGuard } from './documentation.guard.js';
import { DOCS_PATH, Documentation, OPENAPI_PATH, SCHEMAS_PATH } from './documentation.service.js';

const VERBS = 'GET, HEAD';

/** Serves the documentation with the headers that let readers keep it for a while. */
@Controller()
@UseFilters(StatusExceptionFilter)
@UseGuards(DocumentationGuard)
export class DocumentationController {
  private readonly caching: Readonly<Record<string, string>>;

  constructor(
    private readonly documentation: Documentation,
    @Inject(A2A_OPTIONS) { docs }: A2AOptions,
  ) {
    this.caching =
      docs === 'authenticated'
        ? { 'cache-control': 'private, max-age=300', vary: 'Authorization' }
        : { 'cache-control': 'public, max-age=300' };
  }

  @Get(DOCS_PATH)
  page(@Req() request: HttpRequest): Response {
    const [path = ''] = (nodeRequest(request).url ?? '').split('?', 1);
    // The links of the page are relative, so that they lead to the right place behind any proxy.
    return path.endsWith('/')
      ? new Response(null, { status: 308, headers: { location: `..${DOCS_PATH}` } })
      : this.serve(DOCS_PATH, request);
  }

  @Head(DOCS_PATH)
  headPage(@Req() request: HttpRequest): Response {
    return this.page(request);
  }

  @Get(OPENAPI_PATH)
  openApi(@Req() request: HttpRequest): Response {
    return this.serve(OPENAPI_PATH, request);
  }

  @Head(OPENAPI_PATH)
  headOpenApi(@Req() request: HttpRequest): Response {
    return this.openApi(request);
  }

  @Get(SCHEMAS_PATH)
  schemas(@Req() request: HttpRequest): Response {
    return this.serve(SCHEMAS_PATH, request);
  }

  @Head(SCHEMAS_PATH)
  headSchemas(@Req() request: HttpRequest): Response {
    return this.schemas(request);
  }

  @All([DOCS_PATH, OPENAPI_PATH, SCHEMAS_PATH])
  refuse(): Response {
    return Response.json(errorOf(405, `This path takes ${VERBS}.`), {
      status: 405,
      headers: { allow: VERBS },
    });
  }

  private serve(path: Parameters<Documentation['at']>[0], request: HttpRequest): Response {
    const document = this.documentation.at(path);
    if (!document) {
      throw new NotFoundException('This process does not serve documentation.');
    }
    const { bytes, etag } = document;
    const headers = { etag, ...this.caching, ...document.headers };
    if (matchesEntityTag(nodeRequest(request).headers['if-none-match'], etag)) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(bytes, { headers: { ...headers, 'content-length': String(bytes.byteLength) } });
  }
}
