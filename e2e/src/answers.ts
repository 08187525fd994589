/** The answers a page brings along, and how a test takes or changes them. */
import type { Page } from "playwright-core";

const ELEMENT = /(<script type="application\/json" id="answers">)(.*?)(<\/script>)/s;

/** What a page as it is sent brings along: the answers by the paths of their calls. */
export const answersIn = (html: string): Record<string, { success: boolean; value: object }> => JSON.parse(ELEMENT.exec(html)?.[2] ?? "{}");

/** A page has no sign of a file in its path; calls have none either. */
const isPage = ({ pathname }: URL): boolean => !/\.\w+$/.test(pathname) && !pathname.startsWith("/api/");

const POSTER = /<div class="poster".*?(?=<\/div><(?:link|noscript|script))/s;

/**
 * Has every page of a visit bring these answers, as they stand there; without any it asks for all itself, so that what a test makes of a call is what it
 * gets. The pictures that go with others are not asked for.
 */
export const bringAnswers = (page: Page, answers = "{}"): Promise<unknown> =>
  page.route(isPage, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const html = (await response.text()).replace(POSTER, "").replace(ELEMENT, (_, begin: string, __, end: string) => begin + answers + end);
    const { link: _, ...headers } = response.headers();
    await route.fulfill({ response, headers, body: html });
  });
