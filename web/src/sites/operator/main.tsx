import "../../ui/base.css";
import { Router } from "wouter";
import { mount } from "../mount.tsx";
import { OperatorSite } from "./OperatorSite.tsx";

void mount(() => (
  <Router base="/console">
    <OperatorSite />
  </Router>
));
