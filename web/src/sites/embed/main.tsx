import "../../ui/base.css";
import { keepNothing } from "../../api/embedded.ts";
import { mount } from "../mount.tsx";
import { EmbedPage } from "./EmbedPage.tsx";

keepNothing();
void mount(() => <EmbedPage />);
